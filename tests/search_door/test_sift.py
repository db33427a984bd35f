"""What holds a secret is not taken in: of a day the item, of another page the whole note."""

from __future__ import annotations

from reverie.finding.sift import sifted, text_of
from reverie.layouts.files import AGENT
from reverie.layouts.openclaw import CONTENT, OPENCLAW
from reverie.records.documents import Address, Document
from reverie.tools.redact import Redactor

SECRET = "ghp_" + "a1B2c3D4e5" * 3 + "abcdef"
CLEAN = Redactor(b"k" * 32).text
PEM = (
    "-----BEGIN RSA PRIVATE KEY-----\n"
    + "\n".join("MIIEowIBAAKCAQEA" + "Zx9" * 16 for _ in range(60))
    + "\n-----END RSA PRIVATE KEY-----"
)


def kept(path: str, text: str) -> list[str]:
    document = Document(Address("memory", path), text.encode())
    return [p.text for p in sifted(document, AGENT.passages(document), CLEAN(text_of(document)))]


def test_of_a_day_the_item_is_left_out() -> None:
    assert kept("2026-01-05.md", f"# 2026-01-05\n\n- one\n- two {SECRET}\n- three\n") == ["one", "three"]


def test_a_note_is_left_out_whole() -> None:
    assert kept("a.md", f"---\nname: a\n---\n\none\n\ntwo {SECRET}\n") == []
    assert kept("a.md", f"---\nname: {SECRET}\n---\n\none\n") == []
    assert kept("a.md", "---\nname: a\n---\n\none\n\ntwo\n") == ["one", "two"]


def test_a_secret_outside_of_any_item_hides_the_day() -> None:
    assert kept("2026-01-05.md", f"# 2026-01-05\n\n## Session {SECRET}\n\n- one\n") == []


def test_no_line_of_a_key_that_is_cut_into_pieces_stays() -> None:
    found = kept("2026-01-05.md", f"# 2026-01-05\n\n- before\n\n{PEM}\n\n- after\n")
    assert found == ["before", "after"]


def test_a_section_is_a_note_by_itself() -> None:
    text = f"# Memory\n\n## One\n\nplain\n\n## Two\n\nkey {SECRET}\n\nmore of two\n"
    document = Document(CONTENT, text.encode())
    assert [p.text for p in sifted(document, OPENCLAW.passages(document), CLEAN(text))] == ["plain"]
