"""Lines that machines print: at a prompt, in a log, from tests, git and package managers. Each form is one that a
person's sentence does not begin with."""

from __future__ import annotations

import re

_LEVEL = r"(?:DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL|TRACE)"
_STAMP = r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?[^\s\]]*\]?"
_FORMS = (
    # somebody at a prompt
    r"[$%❯➜]\s+[\w./-]+",
    r"[\w.-]+@[\w.-]+:\S*[$#]",
    r"PS [A-Z]:\\",
    r"(?:>>>|\.\.\.) ",
    r"(?:In|Out) ?\[\d+\]:",
    r"(?:kubectl|docker|git|npm|pip|cargo|curl|sudo|cd|ls|cat|grep) [\w./-]+(?: [\w./:=-]+){0,4}$",
    # a log
    rf"{_STAMP}\s+\[?{_LEVEL}\b",
    rf"{_STAMP}\s+[\w.\[\]/-]+[:\]]\s",
    rf"(?:\[{_LEVEL}\]|{_LEVEL}:)",
    r"\w{3} [ \d]\d \d\d:\d\d:\d\d \S+ \S+\[\d+\]:",
    r"HTTP/\d(?:\.\d)? \d{3}",
    r"\S+ - - \[\d\d/\w{3}/\d{4}",
    # tests
    r"(?:=+|-{3,}) .*\b(?:passed|failed|test session starts|short test summary|warnings summary|error)\b",
    r"(?:PASS|FAIL|PASSED|FAILED|ok|not ok|ERROR|SKIPPED)\s+\S*(?:::|/|\.(?:py|js|ts|tsx|go|rs|java)\b)\S*",
    r"\S+::\S+ (?:PASSED|FAILED|ERROR|SKIPPED)",
    r"\d+ (?:passed|failed)(?:,| in )",
    r"(?:Ran \d+ tests? in |Tests?: +\d+ |Test Suites: )",
    r"test result: ",
    r"(?:real|user|sys)\s+\d+m[\d.]+s",
    # files and git
    r"[bcdlps-](?:[r-][w-][xsStT-]){3}\S*\s+\d+\s",
    r"total \d+$",
    r"On branch \S+$",
    r"(?:Your branch is (?:up to date|ahead|behind)|Changes (?:not )?(?:staged|to be)|Untracked files:)",
    r"(?:modified|deleted|new file|renamed):\s{2,}\S",
    r"(?:[MADRCU]{1,2}|\?\?) +[\w./-]+\.\w+$",
    r"\[[\w./-]+ (?:\(root-commit\) )?[0-9a-f]{7,40}\] ",
    r"(?=[a-f]*\d[0-9a-f]*[a-f]|[0-9]*[a-f][0-9a-f]*\d)[0-9a-f]{7,40} \S",
    r"(?:@@ -\d+|diff --git |index [0-9a-f]{7,}|\+\+\+ b/|--- a/)",
    r"\d+ files? changed, \d+",
    r"fatal: ",
    r"error(?:\[E\d+\])?: (?:[Cc]ould not|pathspec|failed to|command|aborting|no such)",
    # packages and builds
    r"(?:npm|yarn|pnpm) (?:ERR!|WARN|notice|error)",
    r"(?:added|removed|changed|audited) \d+ packages?\b",
    r"Compiling \S+ v\d",
    r"(?:Collecting|Downloading|Using cached|Preparing metadata|Building wheel)s? \S+(?:==|>=|\.whl|\.tar|\s*\(|$)",
    r"(?:Requirement already satisfied|Successfully (?:installed|built) |Installing collected packages)",
    r"Finished .*target\(s\)",
    r"(?:Exit code:? \d|exit status \d|Process finished with exit code|\S+ exited with (?:code )?\d)",
    r".*\d{1,3}%\s*\|[█▏▎▍▌▋▊▉# ]*\|",
    r"(?:Step \d+/\d+ :|#\d+ \[.*\] |---> [0-9a-f]{6,})",
    # tables of programs
    r"(?:NAME|PID|USER|CONTAINER ID|REPOSITORY|Filesystem)\s{2,}[A-Z]",
    r"\S+\s+\d+/\d+\s+(?:Running|Pending|Completed|Crash|Error)",
)
_PRINTED = re.compile(r"\s*(?:" + "|".join(_FORMS) + ")")
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})")


def is_printed(text: str) -> bool:
    """At least half of the lines are what a machine prints; in a block of code, any of them."""
    lines = [line for line in text.splitlines() if line.strip() and not _FENCE.match(line)]
    count = sum(_PRINTED.match(line) is not None for line in lines)
    fenced = _FENCE.match(text) is not None and text.rstrip().endswith(("```", "~~~"))
    return bool(lines) and (count * 2 >= len(lines) or (fenced and count > 0))
