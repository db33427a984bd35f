"""Where transcripts are found, and why some are left out."""

from __future__ import annotations

import os
from pathlib import Path

from reverie.gather.transcripts import sources
from reverie.gather.transcripts.checkpoints import Checkpoints
from reverie.gather.transcripts.folders import Folders, worktrees
from reverie.gather.transcripts.sources import Found, Wanted
from tests.transcripts.sessions import Claude, codex, codex_message, lines


def find(home: Path, cwd: str = "/home/me/shop", **more: object) -> Found:
    wanted = Wanted(home, folders=(cwd,), **more)  # type: ignore[arg-type]
    return sources.find(wanted, Checkpoints(home / "cache"))


def left_out(found: Found) -> dict[str, int]:
    return {why: count for source in found.sources for why, count in source.left_out.items()}


def test_sessions_of_this_project_are_found_wherever_five_agents_keep_them(tmp_path: Path) -> None:
    Claude("one").says("hello").write(tmp_path / ".claude/projects/-home-me-shop")
    Claude("sub").says("go").write(tmp_path / ".claude/projects/-home-me-shop/one/subagents", "agent-7")
    Claude("two", cwd="/home/me/other").says("hello").write(tmp_path / ".claude/projects/-home-me-other")
    codex(tmp_path / ".codex/sessions/2026/03/02/rollout-x.jsonl", codex_message("user", "hi"), cwd="/home/me/shop/web")
    claw = tmp_path / ".openclaw/agents/main/sessions"
    lines(claw / "s.jsonl", [{"type": "session", "version": 3, "id": "s", "cwd": "/home/me/shop"}])
    lines(claw / "s.trajectory.jsonl", [{"traceSchema": "openclaw-trajectory"}])
    (claw / "sessions.json").write_text("{}")
    row = {"type": "session", "version": 3, "id": "p", "cwd": "/home/me/shop"}
    lines(tmp_path / ".pi/agent/sessions/--home-me-shop--/2026_p.jsonl", [row])
    began = {"sessionId": "s", "producer": "copilot-agent", "context": {"cwd": "/home/me/shop"}}
    lines(tmp_path / ".copilot/session-state/s/events.jsonl", [{"type": "session.start", "data": began}])

    found = find(tmp_path)

    names = sorted(Path(file.path).name for file in found.files)
    assert names == ["2026_p.jsonl", "agent-7.jsonl", "events.jsonl", "one.jsonl", "rollout-x.jsonl", "s.jsonl"]
    assert left_out(found) == {"session of another project": 1, "a copy for debugging": 1, "not a transcript": 1}
    assert {source.agent: source.files for source in found.sources if source.files} == {
        "codex": 1, "copilot": 1, "openclaw": 1, "pi": 1, "claude-code": 2,
    }  # fmt: skip
    assert all(source.newest for source in found.sources if source.files)


def test_all_projects_and_places_from_the_environment(tmp_path: Path) -> None:
    Claude("two", cwd="/home/me/other").says("hello").write(tmp_path / "cfg/projects/-home-me-other")
    environ = {name: str(tmp_path / to) for name, to in (("CLAUDE_CONFIG_DIR", "cfg"), ("CODEX_HOME", "cx"))}
    environ["COPILOT_HOME"] = str(tmp_path / "co")
    codex(tmp_path / "cx/sessions/a.jsonl", codex_message("user", "hi"), cwd="/elsewhere")
    began = {"sessionId": "s", "producer": "copilot-agent", "context": {"cwd": "/elsewhere"}}
    lines(tmp_path / "co/session-state/s/events.jsonl", [{"type": "session.start", "data": began}])

    assert find(tmp_path, environ=environ).files == ()
    assert len(find(tmp_path, environ=environ, all_projects=True).files) == 3


def test_a_place_named_by_hand_is_taken_whatever_it_belongs_to(tmp_path: Path) -> None:
    one = Claude("two", cwd="/home/me/other").says("hello").write(tmp_path / "saved")
    (tmp_path / "saved/notes.txt").write_text("not a transcript")

    found = find(tmp_path / "home", extra=(tmp_path / "saved", tmp_path / "missing"))

    assert [file.path for file in found.files] == [str(one)]
    assert [file.agent for file in found.files] == ["claude-code"]
    assert left_out(found) == {"not a kind of transcript that is known": 1}
    assert found.sources[-1].trouble == "not there"


def test_a_name_that_only_begins_alike_is_another_project(tmp_path: Path) -> None:
    Claude("x", cwd="/home/me/shop-old").says("hello").write(tmp_path / ".claude/projects/p")
    assert find(tmp_path).files == ()


def test_links_that_loop_pipes_and_what_may_not_be_read_are_left_out(tmp_path: Path) -> None:
    projects = tmp_path / ".claude/projects"
    one = Claude("one").says("hello").write(projects / "p")
    (projects / "p/loop").symlink_to(projects)
    (projects / "p/again.jsonl").symlink_to(one)
    (projects / "p/gone.jsonl").symlink_to(tmp_path / "nothing")
    os.mkfifo(projects / "p/pipe.jsonl")
    (projects / "p/empty.jsonl").touch()

    found = find(tmp_path)

    assert len(found.files) == 1
    reasons = left_out(found)
    assert reasons == {
        "the same file under another name": 1, "vanished meanwhile": 1, "not a regular file": 1, "empty": 1,
    }  # fmt: skip


def test_a_link_to_what_lies_above_does_not_open_the_whole_disk(tmp_path: Path) -> None:
    projects = tmp_path / ".claude/projects"
    Claude("one").says("hello").write(projects / "p")
    Claude("two").says("hello").write(tmp_path / "elsewhere/p")
    Claude("three").says("hello").write(tmp_path / "backup/p")
    (projects / "up").symlink_to(tmp_path)
    (projects / "root").symlink_to("/")
    (projects / "aside").symlink_to(tmp_path / "backup")

    found = find(tmp_path)

    assert sorted(Path(file.path).stem for file in found.files) == ["one", "three"]
    assert left_out(found) == {"a link to a folder above, which would be the whole disk": 2}


def test_a_file_met_before_is_not_opened_to_be_left_out_again(tmp_path: Path) -> None:
    path = Claude("two", cwd="/home/me/other").says("hello").write(tmp_path / ".claude/projects/p")
    checkpoints = Checkpoints(tmp_path / "cache")
    wanted = Wanted(tmp_path, folders=("/home/me/shop",))
    sources.find(wanted, checkpoints)
    with path.open("r+b") as file:  # the same size: only who opens it would notice
        file.write(path.read_bytes().replace(b"/home/me/other", b"/home/me/shop/"))

    assert sources.find(wanted, checkpoints).files == ()


def test_a_session_held_in_a_worktree_belongs_to_the_repository(tmp_path: Path) -> None:
    repo, tree = tmp_path / "shop", tmp_path / "trees/feature"
    (repo / ".git/worktrees/feature").mkdir(parents=True)
    tree.mkdir(parents=True)
    (repo / ".git/worktrees/feature/gitdir").write_text(f"{tree}/.git\n")
    (tree / ".git").write_text(f"gitdir: {repo}/.git/worktrees/feature\n")

    assert {str(repo), str(tree)} <= set(worktrees(repo))
    assert {str(repo), str(tree)} <= set(worktrees(tree))
    assert str(tmp_path) in worktrees(tmp_path)


def test_worktrees_that_git_names_by_a_relative_path(tmp_path: Path) -> None:
    repo, tree = tmp_path / "shop", tmp_path / "feature"
    inner = repo / ".git/worktrees/feature"
    inner.mkdir(parents=True)
    tree.mkdir()
    (inner / "gitdir").write_text("../../../../feature/.git\n")
    (inner / "commondir").write_text("../..\n")
    (tree / ".git").write_text("gitdir: ../shop/.git/worktrees/feature\n")
    assert {str(repo), str(tree)} <= set(worktrees(repo))
    assert {str(repo), str(tree)} <= set(worktrees(tree))


def test_a_submodule_is_a_project_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "shop/.git/modules/lib").mkdir(parents=True)
    (tmp_path / "shop/lib").mkdir()
    (tmp_path / "shop/lib/.git").write_text("gitdir: ../.git/modules/lib\n")
    assert worktrees(tmp_path / "shop/lib") == (str(tmp_path / "shop/lib"),)


def test_a_folder_is_known_by_every_name_it_has(tmp_path: Path) -> None:
    (tmp_path / "real/shop/web").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    named, resolved = Folders([str(tmp_path / "link/shop")]), Folders([str(tmp_path / "real/shop")])
    assert resolved.hold(str(tmp_path / "link/shop/web"))
    assert named.hold(str(tmp_path / "link/shop"))
    assert not named.hold(str(tmp_path / "link/shopping"))
    assert Folders(worktrees(tmp_path / "link/shop")).hold(str(tmp_path / "real/shop/web"))
    assert Folders(["/var/folders/x"]).hold("/private/var/folders/x/y")
    assert Folders(["C:\\code\\shop"]).hold("c:\\code\\shop\\web\\")
    assert not Folders(["/home/me/shop"]).hold("/private/home/me/shop")


def test_the_folder_decides_and_not_the_name_it_was_mangled_into(tmp_path: Path) -> None:
    mangled = tmp_path / ".claude/projects/-home-me-shop-web"  # of /home/me/shop-web, and of /home/me/shop/web
    Claude("one", cwd="/home/me/shop-web").says("hello").write(mangled)
    Claude("two", cwd="/home/me/shop/web").says("hello").write(mangled)
    assert [Path(file.path).stem for file in find(tmp_path).files] == ["two"]


def test_a_number_that_the_disk_gives_to_another_file_does_not_make_it_ours(tmp_path: Path) -> None:
    wanted, checkpoints = Wanted(tmp_path, folders=("/home/me/shop",)), Checkpoints(tmp_path / "cache")
    ours = Claude("one").says("hello").write(tmp_path / ".claude/projects/p")
    assert len(sources.find(wanted, checkpoints).files) == 1
    checkpoints = Checkpoints(tmp_path / "cache", marks=dict(checkpoints.marks))
    other = Claude("two", cwd="/home/me/other").says("hello " * 50).write(tmp_path)
    ours.write_bytes(other.read_bytes())  # the same inode, as when one is removed and the next is made
    ours.rename(ours.with_name("two.jsonl"))
    assert sources.find(wanted, checkpoints).files == ()


def test_a_large_object_in_the_same_words_is_no_transcript(tmp_path: Path) -> None:
    (tmp_path / "chat.jsonl").write_text(
        '{\n  "sessionId": "x",\n  "messages": [\n    {"id": "1",\n      "type": "user"}\n  ]\n}\n'
    )
    assert left_out(find(tmp_path / "home", extra=(tmp_path / "chat.jsonl",))) == {sources.UNKNOWN: 1}


def test_what_cannot_be_read_is_named_and_that_of_other_projects_is_told_apart(tmp_path: Path) -> None:
    projects = tmp_path / ".claude/projects"
    Claude("one").says("hello").write(projects / "-home-me-shop")
    Claude("two", cwd="/home/me/other").says("hello").write(projects / "moved")
    for name in ("-home-me-shop", "-home-me-shop-web", "-home-me-else", "moved", "unknown"):
        (projects / name).mkdir(exist_ok=True)
        os.mkfifo(projects / name / "pipe.jsonl")

    (claude,) = (source for source in find(tmp_path).sources if source.files)

    abroad = "not a regular file, in a folder of another project"
    assert {path.split("/")[-2]: why for why, path in claude.named} == {
        "-home-me-shop": "not a regular file", "-home-me-shop-web": "not a regular file",
        "unknown": "not a regular file", "-home-me-else": abroad, "moved": abroad,
    }  # fmt: skip
    assert claude.left_out == {"not a regular file": 3, abroad: 2, "session of another project": 1}
    (every,) = (source for source in find(tmp_path, all_projects=True).sources if source.files)
    assert every.left_out == {"not a regular file": 5}


def test_looking_tells_how_far_it_is(tmp_path: Path) -> None:
    Claude("one").says("hello").write(tmp_path / "saved/deep")
    told: list[str] = []
    sources.find(Wanted(tmp_path / "home", extra=(tmp_path / "saved",)), Checkpoints(tmp_path / "cache"), told.append)
    assert len(told) == 2
    assert told[-1].endswith(str(tmp_path / "saved/deep"))
