"""What the errors of tools look like: what the agent's harness says, what shells, compilers and git say, and by which
command it was met."""

from __future__ import annotations

import re

# What the agent's own harness says. A refusal by a person or a mode is not a failure of the tool.
HARNESS = (
    (
        "file not read before writing",
        re.compile(r"File has not been read yet|must (?:first )?read the file|read it first before", re.I),
    ),
    (
        "file changed since read",
        re.compile(
            r"File has been unexpectedly modified|File has been modified since|modified since (?:it was )?read", re.I
        ),
    ),
    (
        "text to replace not found",
        re.compile(
            r"String to replace not found|old_string .{0,20}not found|Failed to find (?:expected lines|context)", re.I
        ),
    ),
    ("text to replace not unique", re.compile(r"Found \d+ matches of the string to replace", re.I)),
    (
        "old and new text are equal",
        re.compile(r"No changes to make|old_string and new_string are exactly the same", re.I),
    ),
    (
        "file does not exist",
        re.compile(r"^(?:<tool_use_error>)?\s*(?:File|Path|Directory) does not exist|ENOENT: no such file", re.I),
    ),
    (
        "file too large to read",
        re.compile(r"File content \([\d.,]+ ?\w*\) exceeds maximum|exceeds maximum allowed (?:size|tokens)", re.I),
    ),
    ("a directory was read", re.compile(r"EISDIR|illegal operation on a directory", re.I)),
    ("invalid tool input", re.compile(r"InputValidationError|invalid (?:parameters|arguments) for tool", re.I)),
    ("no such tool", re.compile(r"No such tool available|Unknown tool|tool .{0,30} not found", re.I)),
    ("no such skill", re.compile(r"Unknown skill", re.I)),
    ("sibling call failed", re.compile(r"Sibling tool call errored", re.I)),
)
DENIED = re.compile(
    r"requires approval|permission(?:s)? (?:to use|has been denied|denied by)|was blocked|not allowed (?:in|to)"
    r"|blocked (?:by|for security)"
    r"|sandbox|dangerous.{0,40}denied|hook (?:blocked|denied|error)|Plan mode|but you haven't granted",
    re.I,
)
# The same where a command was to be run: only what a harness says, for what a command prints may speak of anything.
NOT_LET = re.compile(
    r"^\W*(?:error: ?)?(?:this command (?:requires|needs) approval|permission to use \w+ .{0,400}denied"
    r"|claude requested permissions? to use|.{0,200}you haven't granted it yet)",
    re.I | re.S,
)
REFUSED = re.compile(
    r"The user doesn't want to|user (?:rejected|declined|denied|cancelled)|rejected by (?:the )?user"
    r"|Request interrupted",
    re.I,
)
CANCELLED = re.compile(r"Cancelled: parallel tool call|Sibling tool call|aborted by user", re.I)
MISSING = (
    re.compile(r"command not found: *([\w.+-]+)"),
    re.compile(r"(?:^|[\s:])([\w.+-]+): (?:command )?not found(?:$|\s)", re.M),
    re.compile(r"'([\w.+-]+)' is not recognized as"),
    re.compile(r"executable file not found in \$PATH: ?\"?([\w.+-]+)"),
)
MODULE = (
    re.compile(r"(?:ModuleNotFoundError: )?No module named ['\"]([\w.]+)['\"]"),
    re.compile(r"Cannot find (?:module|package) ['\"]([^'\"\n]{1,60})['\"]"),
)
USAGE = re.compile(  # at the very beginning: what comes later may be printed by anything
    r"(?:\s*Exit code \d+\s)?\s*(?:\w+: )?error:? "
    r"(?:(?:unrecognized subcommand|unknown command):? ['\"`]?([\w:.-]{1,40})"
    r"|(?:unexpected argument|unknown (?:option|flag)|unrecognized option):? ['\"`]?(-[\w-]{1,40}))",
    re.IGNORECASE,
)
NAMED = re.compile(r"\b([A-Z][A-Za-z0-9]{2,50}(?:Error|Exception|Fault|Panic|Timeout))\b(?=[:\s(\]]|$)")
CODES = re.compile(
    r"\b(TS\d{4,5}|E\d{4}(?=\])|ERR_[A-Z_]{4,40}|EADDRINUSE|EACCES|ECONNREFUSED|ENOSPC|ETIMEDOUT|EPERM|SIGSEGV|SIGKILL"
    r"|SIGABRT)\b"
)
_REFUSALS = (  # git's own, of a commit
    ("nothing to commit", re.compile(r"nothing (?:added )?to commit|no changes added to commit", re.I)),
    ("commit not signed", re.compile(r"gpg failed to sign|failed to write commit object", re.I)),
    ("path ignored by git", re.compile(r"paths are ignored by one of your \.gitignore files", re.I)),
    ("no such path in git", re.compile(r"pathspec '[^'\n]{0,300}' did not match", re.I)),
)
# A commit that failed, in the order in which it is asked: a hook is blamed only by its own words. That a hook is there
# but not used, or has nothing to do, is none of them.
COMMIT = (
    *_REFUSALS,
    (
        "commit not signed",
        re.compile(
            r"failed to sign\b|signing failed|1Password: |No (?:private|secret) key"
            r"|Couldn't (?:sign|get agent|find key)",
            re.I,
        ),
    ),
    (
        "commit hook failed",
        re.compile(
            r"husky - |husky > |\blefthook\b|\bovercommit\b|\bcommitlint\b|\bhook id: "
            r"|\blint-staged\b(?! could not find)"
            r"|\b(?:pre-?commit|commit-msg|prepare-commit-msg) (?:hooks?|scripts?|checks?)\b"
            r"|\bpre-?commit(?::| (?:failed|found|exited))"
            r"|\bhooks? (?:script )?(?:failed|declined|exited|rejected|returned|refused|blocked)"
            r"|\.(?:git/hooks|husky)/[\w./-]+:",
            re.I,
        ),
    ),
)
SHAPES = (
    ("merge conflict", re.compile(r"CONFLICT \(|Automatic merge failed|could not apply [0-9a-f]{6}", re.I)),
    ("push rejected", re.compile(r"\[rejected\]|failed to push some refs|non-fast-forward", re.I)),
    ("permission denied", re.compile(r"index\.lock'?: (?:Permission denied|Operation not permitted|Read-only)", re.I)),
    ("git index locked", re.compile(r"index\.lock", re.I)),
    ("not a git repository", re.compile(r"not a git repository", re.I)),
    ("commit hook failed", re.compile(r"pre-commit (?:hook|script) failed|husky - pre-commit|hook id: ", re.I)),
    *_REFUSALS,
    (
        "unknown option",
        re.compile(r"(?:unknown|unrecognized|invalid) (?:option|flag|argument)s?\b|unexpected argument", re.I),
    ),
    (
        "missing script",
        re.compile(
            r"Missing script:|No rule to make target|Script not found|no task named|task .{1,40} not found", re.I
        ),
    ),
    ("panic", re.compile(r"^panic: |thread '.{1,60}' panicked|goroutine \d+ \[running\]", re.M)),
    ("out of memory", re.compile(r"out of memory|heap limit|Cannot allocate memory|OOMKilled", re.I)),
    ("timeout", re.compile(r"timed? ?out\b|deadline exceeded|Command timed out", re.I)),
    ("port in use", re.compile(r"address already in use|port \d+ is (?:already )?in use", re.I)),
    ("permission denied", re.compile(r"Permission denied|Operation not permitted")),
    ("no such file", re.compile(r"No such file or directory|cannot (?:access|stat|open|find)", re.I)),
    (
        "network unreachable",
        re.compile(r"Could not resolve host|Network is unreachable|Connection refused|ENOTFOUND", re.I),
    ),
    (
        "not authenticated",
        re.compile(
            r"\b(?:401|403)\b.{0,40}(?:Unauthorized|Forbidden)|authentication (?:failed|required)|not logged in"
            r"|gh auth login",
            re.I,
        ),
    ),
    ("syntax error", re.compile(r"syntax error|unexpected (?:token|end of file|EOF)|parse error", re.I)),
)
KIND = (
    ("tests failed", re.compile(r"\b(?:pytest|jest|vitest|mocha|phpunit|rspec|ctest|tests?|e2e|spec)\b", re.I)),
    ("type check failed", re.compile(r"\b(?:tsc|mypy|pyright|type-?check|types)\b", re.I)),
    (
        "lint failed",
        re.compile(r"\b(?:eslint|ruff|biome|golangci-lint|clippy|lint|flake8|prettier|stylelint|fmt|format)\b", re.I),
    ),
    ("build failed", re.compile(r"\b(?:build|compile|make|bundle|webpack|gradle|mvn|cargo check)\b", re.I)),
)
HEADER = re.compile(
    r"^\s*(?:Chunk ID|Wall time|Process exited|Exit code|Original token count|Output|Total output)\b.*$", re.M
)
BLANK = re.compile(r"\s*\n\s*\n|[^\S\n]{8,}")
HOLES, BLANKS = re.compile(r"\n\s*\n"), re.compile(r"[^\S\n]{8}")  # without either there is nothing to close up
SPACES, ODD_BLANKS = " " * 8, tuple("\t\r\v\f\x1c\x1d\x1e\x1f")
EXIT = re.compile(r"(?:Exit code|exited with (?:code|status)|exit status|exit_code\"?:?)\s*(\d{1,3})", re.I)
TELLS = re.compile(  # words of their own, or the name of an error: a package may be called `thiserror`
    r"(?i:\b(?:errors?|failed|failures?|fatal|panic(?:ked)?|exception|not found|denied|cannot|unable)\b)"
    r"|[A-Z]\w*(?:Error|Exception)\b"
)
CAUSE = re.compile(  # a line that says of itself that it is the error
    r"^\W*(?:\S+ )?(?:[Ee]rror|ERROR|fatal|panic)(?:\[\w+\])?:|\berror [A-Z]{1,4}\d+"
    r"|^\W*[A-Z]\w*(?:Error|Exception): "
    r"|^\s*(?:FAIL(?:ED)?|✖|✗|×|✕)\s+\S+ ?\S|[\w)]: error:|^\s*\d+:\d+\s+error\s"
)
CODE = re.compile(r"[,;{(\[]\s*$")  # a line of a program, which may speak of any error
COLOUR = re.compile(r"\x1b\[[\d;]*[A-Za-z]")
SEAM = "[…]"  # where the middle of an output was cut out
TAG = re.compile(r"</?tool_use_error>")
NOISE = (
    (COLOUR, ""),
    (re.compile(r"(?:[A-Za-z]:)?(?:[\w.@~-]*[/\\])+([\w.@-]+)"), r"\1"),
    (re.compile(r"\b[0-9a-f]{7,64}\b"), "#"),
    (re.compile(r"\b0x[0-9a-fA-F]+\b|\b\d+(?:\.\d+)*(?:ms|s|kB|MB)?\b"), "#"),
)
