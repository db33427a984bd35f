"""Of a changed line it can be told whether it does something else now."""

from __future__ import annotations

import pytest

from reverie.tools.substance import is_definition, left_of, substance


def lines(text: str) -> list[str]:
    return text.strip("\n").split("\n")


@pytest.mark.parametrize(
    "change",
    [
        "+import os\n+from a.b import c\n-using System.Linq;\n+use std::io;\n+#include <x.h>\n+} from './x'",
        "+# why\n+// why\n+/* why\n+ * why\n+ */\n-    -- why",
        "-  long find(String name) {\n+  @Nullable long find(@Nullable String name) {",
        "+  @Column({ nullable: true })\n+  note?: Record<string, unknown> | null\n+    pub size: Option<u64>,",
        "-  private Map<Key, Row> rows;\n+  private final SortedMap<Key, Row> rows;",
        "-def rows(of: list[dict[str, str]]) -> list[str]:\n+def rows(of: dict[str, list[Any]]) -> Rows:",
        "-type Given = Partial<Options>\n+type Given = Partial<Omit<Options, 'rows'>> & {",
        "-    decoder = self.model\n-    out = decoder(x)\n+    backbone = self.model\n+    out = backbone(x)",
        "-if (ready) {\n-run( now )\n+  if (ready) {\n+    run(now)",
    ],
)
def test_what_changes_nothing_that_runs(change: str) -> None:
    assert substance(lines(change)) == 0


@pytest.mark.parametrize(
    ("change", "count"),
    [
        ("-    return a\n+    return b", 2),
        ("+        continue", 1),
        ("-    x = 1\n+    x = 2", 2),
        ("-    close(file)\n-    send(file)\n+    send(file)\n+    close(file)", 2),
        ("-    stop(x)\n+    retry(x)", 2),
        ("-    stop(x)\n-    stop(y)\n+    retry(x)\n+    retry(y)", 4),
        ("+    lock.take()\n-    lock.take()", 1),
        ("+  using (var file = Open(path))", 1),
        ("+#define LIMIT 3", 1),
        ("+    key: compute(row),", 1),
        ("+import os\n+os.sync()", 1),
    ],
)
def test_what_does_something_else(change: str, count: int) -> None:
    assert substance(lines(change)) == count


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("    async def run(self):", True),
        ("func (s *Server) Stop() error {", True),
        ("pub(crate) fn lower(ty: &Ty) -> Ty {", True),
        ("  private static int find(String name) {", True),
        ("export const load = async (path) => {", True),
        ("  render(rows) {", True),
        ("  if (rows) {", False),
        ("    return find(name,", False),
        ("  } else if (last(rows)) {", False),
    ],
)
def test_where_a_function_begins(line: str, is_one: bool) -> None:
    assert is_definition(line) == is_one


def test_how_much_of_a_change_is_left() -> None:
    change = lines("+    widths = measure(columns)\n+# said in passing\n-    old = gone()")
    assert left_of(change, "widths = [measure(column) for column in table]") == (2, 3)
