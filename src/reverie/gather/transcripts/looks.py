"""Looking around: calls that only read. They are most of what agents do and say nothing by themselves, unless they fail
or are the last thing before a person speaks."""

from __future__ import annotations

import re

TOOLS = frozenset(
    "Read Grep Glob LS TodoWrite TodoRead TaskUpdate TaskCreate TaskList TaskGet TaskOutput BashOutput write_stdin"
    " update_plan view_image list_dir read_file grep_files".split()
)
_PROGRAM = (
    r"(?:rtk\s+)?(?:ls|cat|head|tail|grep|rg|sed\s+-n|find(?!.*\s-(?:delete|exec))|pwd|wc|tree|stat|file|which|nl|jq|echo"
    r"|sort|uniq|cut|tr|awk|column|true"
    r"|git\s+(?:-C\s+\S+\s+)?(?:status|log|diff|show|branch(?!.*\s-[dDmM])|remote(?!\s+[a-z])|rev-parse|ls-files|blame"
    r"|fetch)"
    r"|gh\s+(?:pr|issue|run|repo|release)\s+(?:view|list|status|diff|checks))\b"
)
_ARGUMENTS = r"(?:[^;&|>\n'\"`$]++|\$\w|'[^']*+'|\"(?:\\.|[^\"\\`$])*+\"|2>&1|[12&]?>\s?/dev/null)*+"
_COMMAND = re.compile(
    rf"\s*+(?:cd\s+[^\s;&|]+\s*(?:&&|;)\s*)?{_PROGRAM}{_ARGUMENTS}(?:(?:&&|\|\|?|;|\n)\s*{_PROGRAM}{_ARGUMENTS})*+\Z",
    re.DOTALL,
)
_LONGEST = 500  # characters of a command that only looks


def only_looks(command: str) -> bool:
    return len(command) < _LONGEST and _COMMAND.match(command) is not None
