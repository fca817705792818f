"""How the code of a notebook becomes one module, and gets back into its cells."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

import pytest

from jaxopt_lint.files import cellsource, magics, notebook
from jaxopt_lint.files.errors import SourceError
from jaxopt_lint.files.notebook import Notebook
from jaxopt_lint.finding import Edit, Location
from jaxopt_lint.rewriting.cells import NotInCells, edited, obstacle
from jaxopt_lint.semantics.python.module import Module


def joined(*cells: Any, kind: str = "code", **top: Any) -> str:
    made = [{"cell_type": kind, "metadata": {}, "outputs": [], "source": cell} for cell in cells]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, **top}, indent=1)


# -- magics ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("%matplotlib inline\nx = 1", "pass\nx = 1"),
        ("if x:\n    %matplotlib inline", "if x:\n    pass"),
        ("%time y = f(x)", "y = get_ipython(lambda: (f, x,))"),
        ("%timeit -n 10 -r 3 y = f(x)", "get_ipython(lambda: (f, x,))"),
        ("%%time\ny = f(x)", "pass\ny = f(x)"),
        ("\n%%capture out\ny = 1", "\npass\ny = 1"),
        ("files = !ls *.py", "files = get_ipython()"),
        ("a, b = %who_ls", "a, b = get_ipython()"),
        ("!pip install \\\n  jax\nx = 1", "pass\n\nx = 1"),
        ("?jax.jit", "pass"),
        ("jax.jit??", "pass"),
        ("x.at[0].set?", "pass"),
        ("pip install -q jax", "pass"),
        ("%time [i for i in x]", "get_ipython(lambda: (x,))"),
        ("%time )", "pass"),
        ("!ls\r\nx = 1\r\n", "pass\r\nx = 1\r\n"),
    ],
)
def test_what_only_ipython_reads_is_put_out_of_sight(source: str, text: str) -> None:
    assert magics.masked(source)[0] == text
    ast.parse(text)


@pytest.mark.parametrize(
    "source",
    [
        'x = """\n%time y\n!ls\nwhat?\n"""',
        "x = (a\n%b)",
        "x = a \\\n  % b",
        "x = f(\n    a, # what?\n)",
        "print('really?')",
        "# really?",
        "x = {\n  'a': 1, # [\n  'b': '''\n!x''',\n}",
        "x = '%s' % y",
        "time = f\ntime (x)",
    ],
)
def test_what_python_reads_stays(source: str) -> None:
    ast.parse(source)
    assert magics.masked(source) == (source, frozenset())


def test_cells_of_other_languages_are_left_out() -> None:
    text = joined("x = 1", "%%bash\nls", "%%html\n<b>", "%%time\ny = x", "%%writefile a.py\nz = (")
    found = notebook.read(text)
    assert [cell.number for cell in found.cells] == [1, 4]
    assert found.text == "x = 1\npass\ny = x\n"


# -- joining --------------------------------------------------------------------------------


def test_rows_are_those_of_ruff_and_lead_back_to_the_cells() -> None:
    found = notebook.read(joined("import os\n", "", "%%bash\nls", ["a = 1\n", "b = 2"]))
    assert found.text == "import os\n\n\na = 1\nb = 2\n"
    assert found.starts == (1, 3, 4)
    assert [found.place(row) for row in range(1, 7)] == [
        (1, 1), (1, 2), (2, 1), (4, 1), (4, 2), None,
    ]  # fmt: skip
    assert found.row(4, 2) == 5
    assert found.row(3, 1) is None
    assert found.row(4, 3) is None


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        ([None], "\n"),
        (["a\n", ["b\n", "c"]], "a\n\nb\nc\n"),
        ([["a\r\n", "b\r\n"]], "a\r\nb\r\n\n"),
        ([[]], "\n"),
        ([], ""),
        (["await f()\nasync for x in y:\n    pass"], "await f()\nasync for x in y:\n    pass\n"),
        (["    a = 1\n    b = 2"], "a = 1\nb = 2\n"),
    ],
)
def test_sources_of_all_kinds(cells: list[Any], text: str) -> None:
    found = notebook.read(joined(*cells))
    assert found.text == text
    assert not found.problems


def test_a_cell_that_is_broken_leaves_the_others() -> None:
    found = notebook.read(joined("x = 1", "y = (x +\ny =", "z = y"))
    assert found.text == "x = 1\ny = get_ipython(lambda: (x, y,))\n\nz = y\n"
    assert found.hidden == {2, 3}
    (problem,) = found.problems
    assert found.place(problem.row) == (2, 1) or found.place(problem.row) == (2, 2)
    assert problem.message.startswith("syntax error: ")


@pytest.mark.parametrize("name", ["R", "julia", "Bash"])
def test_notebooks_of_other_languages_have_no_code(name: str) -> None:
    assert not notebook.read(joined("x <- 1", metadata={"language_info": {"name": name}})).cells
    assert not notebook.read(joined("x <- 1", metadata={"kernelspec": {"language": name}})).cells
    assert not notebook.read(joined("x <- 1", metadata={"kernelspec": {"name": "ir"}})).cells
    assert notebook.read(joined("x = 1", metadata={"kernelspec": {"name": "python3"}})).cells
    assert notebook.read(joined("x = 1", metadata=None)).cells


def test_a_cell_that_an_editor_marks_as_another_language() -> None:
    text = json.loads(joined("select 1", "x = 1"))
    text["cells"][0]["metadata"] = {"vscode": {"languageId": "sql"}}
    assert [cell.number for cell in notebook.read(json.dumps(text)).cells] == [2]


@pytest.mark.parametrize(
    ("text", "reason", "harmless"),
    [
        ('{"cells": [', "not valid JSON: Expecting value (line 1, column 12)", False),
        ("[]", "no notebook", False),
        ("{}", "no list of cells", False),
        ('{"cells": {}}', "no list of cells", False),
        ('{"worksheets": [], "nbformat": 3}', "format before 4", True),
        ('{"cells": [], "nbformat": 3}', "format before 4", True),
        ('{"cells": [{"cell_type": "code", "source": 1}]}', "source of cell 1 is no text", False),
        ('{"cells": [{"cell_type": "code", "source": ["a", 1]}]}', "cell 1 is no text", False),
        ("[" * 100_000, "cannot be read", False),
        ('{"cells": ' + "1" * 10_000 + "}", "cannot be read", False),
    ],
)
def test_what_is_no_notebook(text: str, reason: str, harmless: bool) -> None:
    with pytest.raises(SourceError, match=re.escape(reason)) as caught:
        notebook.read(text)
    assert caught.value.harmless is harmless


@pytest.mark.parametrize("text", ["", "\n \n", '{"cells": [1, null, "x", {"cell_type": "code"}]}'])
def test_what_holds_no_code(text: str) -> None:
    assert not notebook.read(text).text.strip()


@pytest.mark.parametrize(
    "source",
    [
        "x = '\ud800'",
        "x = 1\0",
        "x = (\r\n\r\ny\r\r\n",
        "!x\r\r\n",
        "(" * 5000,
        "\\",
        "'''",
        "%%",
        "%",
    ],
)
def test_odd_cells_are_read_or_left_out(source: str) -> None:
    found = notebook.read(joined("a = 1", source, "b = 2"))
    assert found.text.startswith("a = 1\n")
    assert found.text.endswith("b = 2\n")
    for cell in found.cells:
        assert len(magics.physical(cell.text + ".")) == len(magics.physical(cell.source + "."))


# -- what a cell shows ----------------------------------------------------------------------


def test_the_last_value_of_a_cell_is_shown() -> None:
    found = notebook.read(joined("f(x)\ng(x)", "h(x);", "y = k(x)", "x"))
    tree = Module(found.text, seams=found.starts).tree
    assert [ast.unparse(statement) for statement in tree.body] == [
        "f(x)", "display(g(x))", "h(x)", "y = k(x)", "x",
    ]  # fmt: skip


# -- edits ----------------------------------------------------------------------------------


def edit(start: tuple[int, int], end: tuple[int, int], content: str) -> Edit:
    return Edit(Location(*start), Location(*end), content)


CELLS = Notebook.of([(1, "import os"), (3, "%%time\nx = 1\ny = 2\n"), (4, "z = 3")])


@pytest.mark.parametrize(
    ("made", "sources"),
    [
        ([edit((3, 5), (3, 6), "5")], ["import os", "%%time\nx = 5\ny = 2\n", "z = 3"]),
        ([edit((1, 1), (2, 1), "")], ["", "%%time\nx = 1\ny = 2\n", "z = 3"]),
        ([edit((2, 1), (2, 1), "import re\n")], ["import os\nimport re", CELLS.cells[1].source,
                                                 "z = 3"]),
        ([edit((6, 1), (6, 1), "w = 0\n")], ["import os", CELLS.cells[1].source, "w = 0\nz = 3"]),
        ([edit((6, 5), (6, 6), "4"), edit((1, 8), (1, 10), "re")],
         ["import re", CELLS.cells[1].source, "z = 4"]),
        ([edit((7, 1), (7, 1), "w = 0\n")], ["import os", CELLS.cells[1].source, "z = 3\nw = 0"]),
    ],
)  # fmt: skip
def test_edits_get_to_their_cells(made: list[Edit], sources: list[str]) -> None:
    module = Module(CELLS.text, seams=CELLS.starts)
    module.sealed = CELLS.hidden
    assert obstacle(module, made) == ""
    assert [cell.source for cell in edited(CELLS, made).cells] == sources


@pytest.mark.parametrize(
    ("one", "why"),
    [
        (edit((4, 1), (6, 6), "z = 3"), "several cells"),
        (edit((2, 1), (2, 5), "1"), "only IPython reads"),
        (edit((2, 1), (2, 1), "w = 0\n"), "stands first"),
    ],
)
def test_edits_that_no_cell_takes(one: Edit, why: str) -> None:
    module = Module(CELLS.text, seams=CELLS.starts)
    module.sealed = CELLS.hidden
    assert why in obstacle(module, [one])


def test_an_import_stands_with_others() -> None:
    cells = Notebook.of([(1, "x = 1"), (2, "import re\ny = re")])
    after = edited(cells, [edit((2, 1), (2, 1), "import os\n")])
    assert [cell.source for cell in after.cells] == ["x = 1", "import os\nimport re\ny = re"]


def test_an_edit_that_takes_the_end_of_a_cell() -> None:
    with pytest.raises(NotInCells):
        edited(CELLS, [edit((1, 1), (2, 1), "x = ")])


# -- JSON -----------------------------------------------------------------------------------

ODD = """{ "nbformat":4,
\t"cells" : [
 {"cell_type": "markdown", "source": ["jax \\"source\\": [\\n"]},
 {"source": [ "a = 1\\n" , "b = '\\u00e9'\\n", "c = 3" ], "cell_type":"code",
  "outputs": [{"text": ["{[\\"]}"], "data": {"cells": [{"source": "x"}]}}], "id":"q" },
 {"cell_type":"code","source":"d = 4\\ne = 5"}, {"cell_type": "code", "source": []}
 ], "metadata": {"cells": [1], "language_info": {"name":"python"}}}
"""


def test_only_the_source_of_a_changed_cell_is_written() -> None:
    before = notebook.read(ODD)
    after = edited(before, [edit((1, 5), (1, 6), "100"), edit((5, 5), (5, 6), "50")])
    expected = ODD.replace('"a = 1\\n"', '"a = 100\\n"').replace("e = 5", "e = 50")
    assert cellsource.written(ODD, before, after) == expected
    assert cellsource.written(ODD, before, before) == ODD


def test_lines_come_and_go_as_the_others_are_laid_out() -> None:
    before = notebook.read(ODD)
    more = edited(before, [edit((2, 1), (2, 1), "n = 0\n")])
    expected = ODD.replace('"a = 1\\n" ,', '"a = 1\\n" , "n = 0\\n" ,')
    assert cellsource.written(ODD, before, more) == expected
    less = edited(before, [edit((1, 1), (4, 1), "")])
    assert '{"source": [], "cell_type":"code"' in cellsource.written(ODD, before, less)


def test_lines_of_the_file_that_hold_the_code() -> None:
    text = joined("a = 1", ["b = 2\n", "c = 3"])
    found = notebook.read(text)
    rows = cellsource.rows(text, found)
    lines = text.split("\n")
    assert [lines[rows[row].start - 1].strip() for row in (1, 2, 3)] == [
        '"source": "a = 1"', '"b = 2\\n",', '"c = 3"',
    ]  # fmt: skip
    assert {len(one) for one in rows.values()} == {1}
