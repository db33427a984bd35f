"""The files of a project: which are there, and which test belongs to one, by their names and places
(`celery/canvas.py` and `t/unit/tasks/test_canvas.py`)."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from reverie.tools import paths

_MARK = re.compile(
    r"^(?:test|spec)s?(?=[_.-]|(?-i:[A-Z]))|(?:[._-]|(?-i:(?<=[a-z0-9])(?=[TS])))(?:tests?|specs?|it)$", re.I
)
_TESTS = re.compile(
    r"(?:__)?(?:(?:[\w-]*[_-]|md|func|lib|unit|sql|logql)?tests?|test-data|testsuite|specs?|t|e2e)(?:__)?", re.I
)
# Folders that say nothing about which part of a project this is.
_PLACE = re.compile(
    r"(?:__)?(?:tests?|testing|testsuite|unit|specs?|integration|e2e|t|src|lib|libs|source|python|crates|packages|apps"
    r"|modules|pkg|internal|projects|tooling|core|main)(?:__)?",
    re.I,
)
_FOR_TESTS = re.compile(r"^tests?[_-]|[_-]tests?$")
_GIVEN = re.compile(
    r"(?:^|/)(?:conftest\.|readme|makefile|cmakelists|(?:shared|utils?|helpers?|common|setup|mod)\.\w+$"
    r"|(?:models|urls|admin|apps|settings|views|forms|__init__)\.py$"
    r"|(?:__)?(?:fixtures?|mocks?|test_?root|helpers?|support|samples)(?:__)?/)",
    re.I,
)
# Names that many files have: only one that lies in the same place is meant.
_EVERYWHERE = frozenset(
    "index init main mod lib base util utils common helper helpers types core app config models views client api"
    " errors constants settings schema registry server".split()
)
_ALIKE = {"tsx": "ts", "js": "ts", "jsx": "ts", "mjs": "ts", "cjs": "ts", "mts": "ts", "pyx": "py", "pyi": "py"}
_ALIKE |= dict.fromkeys(("cc", "cpp", "cxx", "h", "hpp"), "c")


class Tree:
    """What is there now. A tree that is not known (no commit, a clone without it) has everything and no tests."""

    def __init__(self, files: Iterable[str] = ()) -> None:
        self._files = frozenset(files)
        self._folders: set[str] = set()
        self._tests: defaultdict[str, list[str]] = defaultdict(list)
        self._places: Counter[tuple[str, str]] = Counter()  # folder, language
        for path in sorted(self._files):
            self._folders.update(path.lower().split("/")[:-1])
            if is_a_test(path):
                self._tests[_name(path)].append(path)
                self._places[path.rpartition("/")[0], _language(path)] += 1

    def __len__(self) -> int:
        return len(self._files)

    def __bool__(self) -> bool:
        return bool(self._files)

    def __contains__(self, path: str) -> bool:
        return not self._files or path in self._files

    @property
    def has_tests(self) -> bool:
        return bool(self._places)

    def has_folder(self, name: str) -> bool:
        """Whether a folder is called so, in one or in many."""
        small = name.lower()
        return not self._folders.isdisjoint({small, small + "s", small.removesuffix("s")})

    def tests_of(self, path: str) -> list[str]:
        """The tests with the file's name, nearest first; none if it is not sure which are meant. A name that many files
        have is taken together with the folder's."""
        mine, name = _parts(path), _name(path)
        if name in _EVERYWHERE:
            found = self._named(path, name, f"{mine[-1]}{name}", mine[-1]) if mine else []
            return sorted((test for test in found if mine[-1] in _parts(test)), key=lambda test: _order(mine, test))
        ranked = sorted(self._named(path, name), key=lambda test: _order(mine, test))
        clear = len(ranked) < 2 or _near(mine, ranked[0]) > _near(mine, ranked[1])
        return ranked if clear else [test for test in ranked if set(mine) & set(_parts(test))]

    def _named(self, path: str, *names: str) -> list[str]:
        keys = dict.fromkeys(re.sub(r"[^a-z0-9]", "", name) for name in names)
        found = (test for key in keys for test in self._tests.get(key, ()))
        return [test for test in found if _language(test) == _language(path)]


def _order(mine: list[str], test: str) -> tuple[float, int, str]:
    return -_near(mine, test), len(test), test


def belongs_to_tests(path: str) -> bool:
    """A test or a case for one, if people write it; not what many tests share, nor what they expect or read."""
    other = not (paths.is_code(path) or path.endswith((".test", ".feature", ".phpt", ".slt")) or "/mdtest/" in path)
    *folders, base = path.split("/")
    placed = any(_TESTS.fullmatch(folder) for folder in folders) or _is_called_test(base)
    return bool(placed) and paths.is_test(path) and not other and not _GIVEN.search(path)


def _is_called_test(base: str) -> bool:
    """`test_x.py`, `x.spec.ts`. In Rust a name means nothing, but for a module `tests.rs`."""
    if base.endswith((".rs", ".test")):
        return base in ("tests.rs", "test.rs") or base.endswith(".test")
    return _MARK.search(base.rpartition(".")[0] or base) is not None


def near(path: str, test: str) -> float:
    """How near to a file a test lies."""
    return _near(_parts(path), test)


def is_a_test(path: str) -> bool:
    """A file that is run as a test: called so, or lying right in a folder of tests; not what tests read."""
    if not belongs_to_tests(path):
        return False
    folder, _, base = path.rpartition("/")
    return _is_called_test(base) or bool(_TESTS.fullmatch(folder.rpartition("/")[2]))


def _name(path: str) -> str:
    base = path.rpartition("/")[2].rpartition(".")[0] or path.rpartition("/")[2]
    return re.sub(r"[^a-z0-9]", "", _MARK.sub("", base).lower())


def _parts(path: str) -> list[str]:
    """The folders that tell where in the project something is."""
    return [_FOR_TESTS.sub("", part.lower()) for part in path.split("/")[:-1] if not _PLACE.fullmatch(part)]


def _near(mine: list[str], test: str) -> float:
    """Folders they share, less half of those that only the test has."""
    theirs = set(_parts(test))
    return len(theirs & set(mine)) - len(theirs - set(mine)) / 2


def _language(path: str) -> str:
    """Endings that go together: a `.tsx` is tested by a `.ts`, a `.c` by a `.cc`."""
    ending = path.rpartition(".")[2].lower()
    return _ALIKE.get(ending, ending)
