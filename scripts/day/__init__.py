"""A day with an agent, played with the real hooks: twenty sessions, a night, the next morning, and everything given
back. `python -m scripts.day` tells it in docs/day.md; REVERIE_DAY_SESSIONS names a folder with sessions of your own."""
