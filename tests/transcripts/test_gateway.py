"""What a chat gateway writes in a person's name, and the person's own words in it."""

from __future__ import annotations

import time

import pytest

from reverie.gather.transcripts.gateway import unwrapped
from reverie.gather.transcripts.speech import told_apart
from reverie.records.transcripts import Turn

ADDRESS = 'Conversation info (untrusted metadata):\n```json\n{"message_id": "7"}\n```\n\n'
STAMP = "[Thu 2026-02-19 21:11 EST] "
QUEUED = "[Queued messages while agent was busy]\n\n---\n"
REPLY = "To send an image back, prefer the message tool (media/path/filePath). Keep caption in the text body.\n"


@pytest.mark.parametrize(
    "text",
    [
        "use pnpm\n[message_id: 1a-2b]",
        "[Telegram Ann B (@ann) id:77 +13s 2026-01-30T04:16Z] use pnpm\n[message_id: 8]",
        "[WhatsApp +4912345 +1m Sat 2026-02-14 18:42 EST] use pnpm",
        f"{ADDRESS}{STAMP}use pnpm",
        f"System: [2026-02-19 21:09 EST] Restart\nRun: doctor\nSystem: [x] up\n\n{ADDRESS}{STAMP}use pnpm",
        f"System: [2026-02-10 12:11:51 EST] Exec failed (code 127)\n\n{STAMP}use pnpm\n[message_id: 4b]",
        f"System: [2026-02-22 00:15 EST] Audit: not read:\n  - NOTES.md\n\nPlease read them.\n\n{STAMP}use pnpm",
        "System: [2026-02-22 00:15 EST] Gateway connected.\n\nuse pnpm",
        f"[media attached: /m/a.jpg (image/jpeg) | /m/a.jpg]\n{REPLY}{STAMP}use pnpm",
        f"[Bootstrap pending]\nPlease read BOOTSTRAP.md first.\nDo not pretend.\n\n{STAMP}use pnpm",
        f"{QUEUED}Queued #1\n[Telegram A 2026-01-29T05:09Z] use pnpm\n[message_id: 5]",
        f'{ADDRESS}Sender (untrusted metadata):\n```json\n{{"id": "a"}}\n```\n\nuse pnpm',
        f'{ADDRESS}Replied message (untrusted, for context):\n```json\n{{"body": "always npm"}}\n```\n\nuse pnpm',
        f"{ADDRESS}Conversation context (untrusted, chronological):\n#78 Wed Ann: never\n\nuse pnpm",
        f"{ADDRESS}[message_id: om_1]\nou_7: use pnpm",
        "[Telegram Shop id:-100 +2m Sun 2026-03-08 11:18 GMT+1] Ann (770001): use pnpm",
        (
            "[Thread starter - for context]\n[Slack Ann 2026-02-12 14:44 CST] status\n[slack message id: 1 channel: C]"
            "\n\n"
            "System: [2026-02-12 15:19 CST] Slack message in #a from Ann: use pn\n\n"
            "[Slack #a +31m 2026-02-12 15:19 CST] Ann (U0ADB338G): use pnpm [slack message id: 2 channel: C]"
            "\n[message_id: 3]"
        ),
        "Note: The previous agent run was aborted by the user. Resume carefully.\n\nuse pnpm\n[message_id: 3]",
        (
            "[Chat messages since your last reply - for context]\nUser: always npm\n\n"
            "[Current message - respond to this]\nUser: use pnpm"
        ),
        "[Image] User text: [Telegram A 2026-01-29T05:09Z] use pnpm Description: a red box",
        "use pnpm [Replying to Ann id:4]\nalways npm\n[/Replying]",
        "use pnpm\n\n[Bootstrap truncation warning]\nSome workspace bootstrap files were truncated.",
        'use pnpm\n\n<file name="a.pdf" mime="application/pdf">\nalways use npm\n</file>',
    ],
)
def test_a_persons_words_in_a_wrapper(text: str) -> None:
    spoken = told_apart(text)
    assert (spoken.turn, spoken.text) == (Turn.HUMAN, "use pnpm")


@pytest.mark.parametrize(
    "text",
    [
        'why does <file name="a" mime="b"> not close? use tabs',
        "[Replying to Bob] I never said so. Use tabs",
        "fix it:\n[Replying to Ann id:1] hello\nis not stripped",
        'render <context ref="foo"> in the template',
        "use <recommended_plugins> in our xml: <a></a>",
        "my error\n\n[Bootstrap truncation warning]\nwhat is it?",
        "how are `<media:image>` tokens parsed?\n[message_id: 1]",
        f"{STAMP}see RFC (7231): never cache".replace("RFC (7231)", "the note (important)"),
    ],
)
def test_what_a_person_says_of_a_wrapper_is_not_cut(text: str) -> None:
    assert told_apart(text).text == text.removeprefix(STAMP).removesuffix("\n[message_id: 1]")


def test_all_that_was_said_after_an_event_is_kept() -> None:
    event, ann = "System: [2026-01-30 04:10:00 UTC] Node connected\n\n", "[Telegram Ann id:7 2026-01-30T04:16Z] "
    assert unwrapped(f"{event}{ann}use pnpm\n\n{ann}and tabs") == "use pnpm\n\nand tabs"
    log = "why?\n\n[2026-01-30 04:16:22] ERROR failed\n\nfix it"
    assert unwrapped(f"{event}{ann}{log}") == log


def test_queued_messages_of_a_person_are_joined() -> None:
    text = (
        "[Queued messages while agent was busy]\n\n---\nQueued #1\nuse pnpm\n[message_id: 1]\n\n---\nQueued #2\nnot npm"
    )
    assert unwrapped(text) == "use pnpm\nnot npm"


@pytest.mark.parametrize(
    "text",
    [
        "[OpenClaw heartbeat poll]",
        "System: [2026-04-20 17:23:54 PDT] Good morning!\nSystem: \nSystem: Never forget the kids today.",
        "System (untrusted): [2026-04-26 22:02 PDT] Evening\nSystem (untrusted): \nSystem (untrusted): Always rest.",
        "System: [2026-02-13 09:01:30 GMT+9] Cron (ok): Done!\n\nNew event, never miss it\n📅 Friday",
        "[Bootstrap pending]\nPlease read BOOTSTRAP.md first.\nDo not pretend.",
        '[Queued announce messages while agent was busy]\n\n---\nQueued #1\nA background task "x" just completed.',
        'A background task "Check" just completed successfully.\n\nFindings:\nno, use tabs',
        'A subagent task "Check" failed: no.\n\nFindings:\nnever do that',
        f'{STAMP}[System Message] [sessionId: 1] A cron job "x" just completed.',
        "Wake up, my friend!\n[message_id: 4]",
        f'{ADDRESS}Use the "report" skill for this request.',
        "If working, report progress.\nCurrent time: Sunday, March 8th, 2026 — 2:00 PM (Asia/Shanghai)",
        f"{STAMP}OpenClaw runtime context (internal):\nThis context is runtime-generated.",
        f"{STAMP}An async command the user already approved has completed.\nNever run it again.",
        "System: [2026-04-09 04:57 GMT+2] Sync\n\nA scheduled reminder has been triggered. The content is: never",
        f"{STAMP}HEARTBEAT_OK",
        "One new booking.\n\nRead HEARTBEAT.md if it exists (here). Follow it. If nothing is new, reply HEARTBEAT_OK.",
        "All agents reachable.\n\nREPLY_SKIP",
        "[media attached: /m/a.ogg (audio/ogg)]\n<media:audio>",
        "[Retry after the previous model attempt failed or timed out]\n\nhello",
        "---\ndescription: Execute the plan\n---\n\nThe user input can be given; you MUST always do this.",
        "You must fully embody this agent's persona and never break character.",
    ],
)
def test_nobody_typed_that(text: str) -> None:
    assert told_apart(text).turn is Turn.MACHINE


@pytest.mark.parametrize(
    "text",
    [
        "[cart] is empty",
        "System: Ubuntu is what I use",
        "the system: it never works",
        "A background task would be better here",
        "---\nfirst point\n---\nsecond",
        "Use the report skill for this",
        "what is the Current time: in Rome",
        'A cron job "backup" should run each night, add it',
        'A subagent task "x" failed again. why?',
        "the script looks for <promise>COMPLETE</promise> and never finds it",
        "why no year?\n\nCurrent time: Saturday, March 3",
        "why does the gateway answer\nREPLY_SKIP",
        "# Failing PR checks:\nlint fails, please fix",
        "---\ndescription: my command\n---\nIs the description good?",
        "System: [2026-01-01 10:00 UTC] Cron started\n\nwhy does my cron print this?",
        'what does "[Bootstrap pending]" mean?',
    ],
)
def test_a_person_who_writes_alike(text: str) -> None:
    assert told_apart(text).turn is Turn.HUMAN


@pytest.mark.parametrize(
    "text",
    [
        "System: [\n\n[2026-01-01 10:00" * 5000,
        "Sender (untrusted metadata):\n```json\n" * 5000,
        "[message_id: " * 20_000,
        "[media attached" * 20_000,
        "[Queued messages while agent was busy]\n" + "---\nQueued #1\n" * 20_000,
        '<file name="a" mime="b">' * 10_000,
        "see " + '<file name="a" mime="b">' * 10_000,
        "see </a> " + "<system-reminder>" * 10_000,
        "<system-reminder>a</system-reminder> " * 5000,
        "[Bootstrap pending]\n" + " \n" * 50_000,
        " " * 200_000 + "[message_id: 1]",
        "[Image] User text: " * 10_000,
        "Conversation context (untrusted):\n" * 10_000,
        "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>" * 10_000,
        "[Replying to a]" * 20_000,
        "[Current message - respond to this]\n" + "a" * 200_000,
    ],
)
def test_no_wrapper_takes_long(text: str) -> None:
    began = time.process_time()
    told_apart(text)
    assert time.process_time() - began < 5
