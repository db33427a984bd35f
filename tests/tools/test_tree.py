"""Which test belongs to a file."""

from __future__ import annotations

import pytest

from reverie.tools.tree import Tree, belongs_to_tests

TREE = Tree(
    """
    celery/canvas.py celery/backends/base.py celery/app/base.py t/unit/tasks/test_canvas.py
    t/unit/backends/test_base.py t/unit/contrib/test_base.py redis/cluster.py redis/asyncio/cluster.py
    tests/test_cluster.py tests/test_asyncio/test_cluster.py pkg/engine/engine.go pkg/engine/engine_test.go
    packages/jest-config/src/normalize.ts packages/jest-config/src/__tests__/normalize.test.ts
    packages/runtime/src/index.ts packages/runtime/src/__tests__/test_root/index.js
    packages/runtime/src/__tests__/modules.test.ts proxy/mcp_server/server.py tests/proxy/mcp_server/test_mcp_server.py
    src/borg/archive.py src/borg/testsuite/archive_test.py crates/engine/src/glob.rs crates/cli/tests/main.rs
    integrations/boto3.py tests/integrations/boto3/test_s3.py tests/integrations/wsgi/test_wsgi.py
    """.split()
)


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("celery/canvas.py", "t/unit/tasks/test_canvas.py"),
        ("celery/backends/base.py", "t/unit/backends/test_base.py"),
        ("celery/app/base.py", ""),  # there are two of that name, neither is meant
        ("redis/cluster.py", "tests/test_cluster.py"),
        ("redis/asyncio/cluster.py", "tests/test_asyncio/test_cluster.py"),
        ("pkg/engine/engine.go", "pkg/engine/engine_test.go"),
        ("packages/jest-config/src/normalize.ts", "packages/jest-config/src/__tests__/normalize.test.ts"),
        ("packages/runtime/src/index.ts", ""),  # what a test reads is no test
        ("proxy/mcp_server/server.py", "tests/proxy/mcp_server/test_mcp_server.py"),
        ("src/borg/archive.py", "src/borg/testsuite/archive_test.py"),
        ("crates/engine/src/glob.rs", ""),
    ],
)
def test_the_test_with_the_name_nearest_to_the_file(path: str, test: str) -> None:
    assert (TREE.tests_of(path) or [""])[0] == test


@pytest.mark.parametrize(
    "path",
    [
        "tests/specs/fmt/error.out",
        "tests/node/config.jsonc",
        "tests/utils.py",
        "src/latest.py",
        "tests/PORTING.md",
        "cli/src/install_test.rs",
        "packages/vitest/src/pools/browser.ts",
    ],
)
def test_what_tests_expect_read_or_share_is_none(path: str) -> None:
    assert not belongs_to_tests(path)
    assert belongs_to_tests("crates/ty/resources/mdtest/override.md")


def test_a_tree_that_is_not_known_has_everything() -> None:
    assert "any/file.py" in Tree()
    assert "any/file.py" not in TREE
    assert not Tree()


def test_folders_are_known_in_one_and_in_many() -> None:
    assert TREE.has_folder("Backend")
    assert not TREE.has_folder("queue")
