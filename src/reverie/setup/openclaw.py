"""A hook for OpenClaw, which runs hooks inside its gateway: a few lines of JavaScript that hand an event to our program
and do not wait for it."""

from __future__ import annotations

import json

from reverie.setup.edits import Wanted

ABOUT = """---
name: reverie
description: "Lets a dream follow a session, and notes when one is compacted"
metadata: {"openclaw": {"events": ["command:new", "command:reset", "session:compact:before", "session:end"]}}
---

# Reverie

When a session is over (`/new`, `/reset`, or by itself) or is compacted, `reverie-hook` is told its id and the
workspace, never what was said. It notes it in `.agent/local/inbox/` of the workspace, if that has a memory, and lets a
dream follow. Enable it with `openclaw hooks enable reverie`.
"""
_HANDLER = """// Written by `reverie init`; `reverie uninstall` removes it.
import { spawn } from "node:child_process";

const PROGRAM = %s;

export default function handler(event) {
  const about = event.context ?? {};
  const compacted = event.action === "compact:before";
  const entry = about.previousSessionEntry ?? about.sessionEntry ?? {};
  const told = {
    session_id: about.sessionId ?? entry.sessionId ?? "",
    hook_event_name: compacted ? "PreCompact" : "SessionEnd",
    reason: compacted ? "auto" : event.action,
    cwd: about.workspaceDir ?? about.cfg?.agents?.defaults?.workspace ?? "",
    timestamp: event.timestamp instanceof Date ? event.timestamp.toISOString() : "",
  };
  if (!told.cwd) return;
  try {
    const words = [compacted ? "capture" : "session-end", "--agent", "openclaw"];
    const child = spawn(PROGRAM, words, { cwd: told.cwd, detached: true, stdio: ["pipe", "ignore", "ignore"] });
    child.on("error", () => {}); // a gateway must not suffer from a program that was removed
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(told));
    child.unref();
  } catch {
    // nor from a folder that is gone
  }
}
"""


def hook(folder: str, program: str) -> list[Wanted]:
    handler = _HANDLER % json.dumps(program)
    return [Wanted(f"{folder}/reverie/HOOK.md", whole=ABOUT), Wanted(f"{folder}/reverie/handler.js", whole=handler)]
