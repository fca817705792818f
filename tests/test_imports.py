"""Where an import that a fix needs goes, as text in and text out."""

import ast
import subprocess
import sys
from textwrap import dedent

import pytest

from jaxopt_lint.finding import Edit
from jaxopt_lint.rewriting import edits
from jaxopt_lint.rewriting.imports import ImportPlan, unused_after, without_aliases
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.python.module import Module


def added(text: str, *dotted: str) -> str:
    """A text in which every name `HERE` is replaced by the first thing, and so on."""
    facts = Facts(Module(text, "m", path="m.py"), Project())
    plan = ImportPlan(facts)
    names = {"HERE": 0, "THERE": 1}
    made = []
    for node in facts.module.nodes.get(ast.Name, ()):
        assert isinstance(node, ast.Name)
        if node.id in names:
            start, end = facts.range(node)
            made.append(Edit(start, end, plan.spell(dotted[names[node.id]], node)))
    new = edits.apply(text, [*made, *plan.edits()])
    ast.parse(new)
    again = ImportPlan(Facts(Module(new, "m", path="m.py"), Project()))
    assert not list(again.edits())
    return new


CASES = {
    "no import at all": (
        """
        HERE(1)
        """,
        "jax.jit",
        """
        import jax

        jax.jit(1)
        """,
    ),
    "a docstring and nothing else": (
        '''
        """What it is for."""

        x = HERE
        ''',
        "functools.partial",
        '''
        """What it is for."""

        from functools import partial

        x = partial
        ''',
    ),
    "standard library in front of the first import": (
        """
        import jax

        x = HERE
        """,
        "functools.partial",
        """
        from functools import partial

        import jax

        x = partial
        """,
    ),
    "below a docstring and the future": (
        '''
        """Doc."""

        from __future__ import annotations

        import jax

        x = HERE
        ''',
        "functools.partial",
        '''
        """Doc."""

        from __future__ import annotations

        from functools import partial

        import jax

        x = partial
        ''',
    ),
    "among the standard library, sorted": (
        """
        import math
        import os
        from dataclasses import dataclass
        from typing import Any

        import jax

        x = HERE
        """,
        "functools.partial",
        """
        import math
        import os
        from dataclasses import dataclass
        from functools import partial
        from typing import Any

        import jax

        x = partial
        """,
    ),
    "behind its kind where nothing is sorted": (
        """
        import os
        import abc
        import jax
        import numpy

        x = HERE
        """,
        "functools.partial",
        """
        import os
        import abc
        from functools import partial
        import jax
        import numpy

        x = partial
        """,
    ),
    "joins an import of the same module": (
        """
        from functools import cache, wraps
        import jax

        x = HERE
        """,
        "functools.partial",
        """
        from functools import cache, partial, wraps
        import jax

        x = partial
        """,
    ),
    "joins at the end where names are not sorted": (
        """
        from functools import wraps, cache

        x = HERE
        """,
        "functools.partial",
        """
        from functools import wraps, cache, partial

        x = partial
        """,
    ),
    "joins an aliased import": (
        """
        from jax.sharding import PartitionSpec as P

        x = HERE
        """,
        "jax.experimental.mesh_utils.create_device_mesh",
        """
        from jax.experimental.mesh_utils import create_device_mesh
        from jax.sharding import PartitionSpec as P

        x = create_device_mesh
        """,
    ),
    "stays out of parentheses": (
        """
        from functools import (
            cache,  # kept
            wraps,
        )

        x = HERE
        """,
        "functools.partial",
        """
        from functools import (
            cache,  # kept
            wraps,
        )
        from functools import partial

        x = partial
        """,
    ),
    "stays out of a line with a comment": (
        """
        from functools import wraps  # noqa: F401

        x = HERE
        """,
        "functools.partial",
        """
        from functools import partial
        from functools import wraps  # noqa: F401

        x = partial
        """,
    ),
    "stays out of a backslash": (
        """
        from functools import cache, \\
            wraps

        x = HERE
        """,
        "functools.partial",
        """
        from functools import cache, \\
            wraps
        from functools import partial

        x = partial
        """,
    ),
    "stays out of a star import": (
        """
        from functools import *

        x = HERE
        """,
        "functools.partial",
        """
        from functools import *
        from functools import partial

        x = partial
        """,
    ),
    "stays out of a line that it would make too long": (
        """
        from functools import cache, cached_property, cmp_to_key, lru_cache, reduce, wraps

        x = HERE
        """,
        "functools.partial",
        """
        from functools import cache, cached_property, cmp_to_key, lru_cache, reduce, wraps
        from functools import partial

        x = partial
        """,
    ),
    "a module of its own name joins nothing relative": (
        """
        from .functools import wraps

        x = HERE
        """,
        "functools.partial",
        """
        from functools import partial

        from .functools import wraps

        x = partial
        """,
    ),
    "above its first use, with imports further down": (
        """
        import jax

        x = HERE

        import functools
        from functools import wraps
        """,
        "functools.partial",
        """
        from functools import partial

        import jax

        x = partial

        import functools
        from functools import wraps
        """,
    ),
    "above a decorator": (
        """
        import jax

        @HERE
        def f(x):
            return x

        from functools import wraps
        """,
        "functools.partial",
        """
        from functools import partial

        import jax

        @partial
        def f(x):
            return x

        from functools import wraps
        """,
    ),
    "next to a late import of its package": (
        """
        import os
        os.environ["XLA_FLAGS"] = ""
        from jax import lax

        x = HERE
        """,
        "jax.jit",
        """
        import os
        os.environ["XLA_FLAGS"] = ""
        import jax
        from jax import lax

        x = jax.jit
        """,
    ),
    "not into an `if`": (
        """
        from typing import TYPE_CHECKING

        if TYPE_CHECKING:
            from functools import partial

        def f():
            return HERE
        """,
        "functools.reduce",
        """
        from functools import reduce
        from typing import TYPE_CHECKING

        if TYPE_CHECKING:
            from functools import partial

        def f():
            return reduce
        """,
    ),
    "a line that imports share": (
        """
        import os; import sys
        import jax

        x = HERE
        """,
        "functools.partial",
        """
        import os; import sys
        import jax
        from functools import partial

        x = partial
        """,
    ),
    "a use on the line of an import": (
        """
        import numpy; x = HERE
        """,
        "functools.partial",
        """
        from functools import partial

        import numpy; x = partial
        """,
    ),
    "a string that begins on the line of an import": (
        '''
        import numpy; text = """
        a
        """
        x = HERE
        ''',
        "jax.jit",
        '''
        import jax

        import numpy; text = """
        a
        """
        x = jax.jit
        ''',
    ),
    "a comment that heads the first import": (
        """
        # The licence.
        import jax

        x = HERE
        """,
        "functools.partial",
        """
        # The licence.
        import jax
        from functools import partial

        x = partial
        """,
    ),
    "a comment that heads the first of its kind": (
        """
        # plotting
        import os
        import sys

        x = HERE
        """,
        "copy.copy",
        """
        # plotting
        import os
        import sys
        from copy import copy

        x = copy
        """,
    ),
    "order by module names": (
        """
        from dataclasses import dataclass
        import math
        from typing import Any

        x = HERE
        """,
        "functools.partial",
        """
        from dataclasses import dataclass
        from functools import partial
        import math
        from typing import Any

        x = partial
        """,
    ),
    "a function that imports by itself": (
        """
        def f(x):
            import jax

            def g():
                return HERE

            return g
        """,
        "jax.tree.leaves",
        """
        def f(x):
            import jax

            def g():
                return jax.tree.leaves

            return g
        """,
    ),
    "the other branch imports": (
        """
        import math

        def f(x):
            if x:
                import jax
            else:
                HERE(x)
        """,
        "jax.jit",
        """
        import math

        from jax import jit

        def f(x):
            if x:
                import jax
            else:
                jit(x)
        """,
    ),
    "a function that imports too late": (
        """
        import math

        def f(x):
            HERE(x)
            import jax
        """,
        "jax.jit",
        """
        import math

        from jax import jit

        def f(x):
            jit(x)
            import jax
        """,
    ),
    "a name of Python's own": (
        """
        import math


        def f(jax):
            return HERE
        """,
        "jax.tree.map",
        """
        import math

        from jax.tree import map as _map


        def f(jax):
            return _map
        """,
    ),
    "a name that something else has": (
        """
        import jax

        def partial(f):
            return f

        x = HERE
        """,
        "functools.partial",
        """
        from functools import partial as _partial

        import jax

        def partial(f):
            return f

        x = _partial
        """,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_import_goes_among_its_kind(name: str) -> None:
    before, dotted, after = CASES[name]
    assert added(dedent(before).lstrip(), dotted) == dedent(after).lstrip()


@pytest.mark.parametrize("name", CASES)
def test_line_ends_stay_as_they_are(name: str) -> None:
    before, dotted, after = (dedent(t).lstrip().replace("\n", "\r\n") for t in CASES[name])
    assert added(before, dotted.strip()) == after


def _sorted(text: str) -> bool:
    options = ["--isolated", "--select", "I", "--config", "lint.isort.known-third-party=['jax']"]
    command = [sys.executable, "-m", "ruff", "check", "-q", *options, "-"]
    return subprocess.run(command, input=text, text=True, capture_output=True).returncode == 0


# Sorting would take a statement apart, or a comment along.
UNSORTED = [n for n in CASES if n.startswith("stays out of") or "a comment that heads" in n]


@pytest.mark.parametrize("name", sorted({*CASES} - {*UNSORTED}))
def test_sorted_imports_stay_sorted(name: str) -> None:
    before, dotted, _ = CASES[name]
    before = dedent(before).lstrip()
    if not _sorted(before):
        pytest.skip("not sorted before")
    assert _sorted(added(before, dotted))


def test_two_imports_join_their_kinds() -> None:
    before = "import os\n\nimport jax.numpy as jnp\n\nx = HERE(THERE)\n"
    after = (
        "import os\nfrom functools import partial\n\nimport jax\nimport jax.numpy as jnp\n\n"
        "x = partial(jax.jit)\n"
    )
    assert added(before, "functools.partial", "jax.jit") == after


def test_two_names_join_one_import() -> None:
    before = "from functools import wraps\n\nx = HERE, THERE\n"
    after = "from functools import partial, reduce, wraps\n\nx = partial, reduce\n"
    assert (
        added(before, "functools.reduce", "functools.partial").replace(
            "reduce, partial\n", "partial, reduce\n"
        )
        == after
    )


LEFT_OVER = {
    "the last of a plain import": (
        "import jax.numpy as jnp, numpy as np\n",
        "import jax.numpy as jnp\n",
    ),
    "the first of a plain import": (
        "import numpy as np, jax.numpy as jnp  # both\n",
        "import jax.numpy as jnp  # both\n",
    ),
    "a statement of its own": (
        "import numpy as np\nimport jax.numpy as jnp\n",
        "import jax.numpy as jnp\n",
    ),
    "a name behind a backslash": (
        "from jax import \\\n    numpy as jnp, \\\n    random\nimport numpy as np\n",
        "from jax import \\\n    numpy as jnp, \\\n    random\n",
    ),
    "kept for others": (
        "import jax.numpy as jnp\nimport numpy as np  # noqa: F401\n",
        "import jax.numpy as jnp\nimport numpy as np  # noqa: F401\n",
    ),
    "beside another statement": (
        "import jax.numpy as jnp\nimport numpy as np; import jax\n",
        "import jax.numpy as jnp\nimport numpy as np; import jax\n",
    ),
    "named in a sentence": (
        'import jax.numpy as jnp\nimport numpy as np\nsay = "np is left out here."\n',
        'import jax.numpy as jnp\nsay = "np is left out here."\n',
    ),
    "named in an annotation": (
        'import jax.numpy as jnp\nimport numpy as np\ny: "list[np.ndarray]" = []\n',
        'import jax.numpy as jnp\nimport numpy as np\ny: "list[np.ndarray]" = []\n',
    ),
    "with a comment of its own": (
        "import jax.numpy as jnp\nimport numpy as np  # the real one\n",
        "import jax.numpy as jnp\n# the real one\n",
    ),
    "with a comment in parentheses": (
        "import jax.numpy as jnp\nfrom numpy import (\n    # A\n    sin as np,  # B\n    pi,  # C\n"
        ")\npi\n",
        "import jax.numpy as jnp\n# B\nfrom numpy import (\n    # A\n    pi,  # C\n)\npi\n",
    ),
    "with a comment for tools": (
        "import jax.numpy as jnp\nimport numpy as np  # noqa: E402\n",
        "import jax.numpy as jnp\n",
    ),
}


@pytest.mark.parametrize("why", LEFT_OVER)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_import_without_a_reader_goes(why: str, newline: str) -> None:
    imports, left = (t.replace("\n", newline) for t in LEFT_OVER[why])
    old = Module(f"{imports}x = np.sin(1){newline}", "m", path="m.py")
    new = Module(f"{imports}x = jnp.sin(1){newline}", "m", path="m.py")
    made = without_aliases(new, unused_after(old, new))
    assert edits.apply(new.text, made) == f"{left}x = jnp.sin(1){newline}"
