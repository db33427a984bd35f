"""Hooks: what an agent's program calls while a person works. Capture is dumb and quick; nothing here may ever fail or
hold up a session. What hooks write lies in an inbox until a night takes it in."""
