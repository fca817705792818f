"""Packages that are not installed: what is judged without them, and what cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from jaxopt_lint.finding import Evidence, Verdict
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

pytestmark = pytest.mark.executes
QUICK = VerifySettings(timing=False, timeout=90, optimize=False)
STEP = "def f(w, x):\n    return jnp.tanh(x @ w) * 2\n"
TWICE = ("* 2", "* 2.0")


def verified(
    session: Session, folder: Path, text: str, new: tuple[str, str] = TWICE, **others: str
) -> Evidence:
    """The evidence on `f` of a module, in which a text is replaced by another."""
    old = "import jax\nimport jax.numpy as jnp\n" + text
    assert new[0] in old
    for name, content in others.items():
        (folder / f"{name}.py").write_text(content)
    path = folder / "model.py"
    path.write_text(old)
    found = verify_change(
        folder, {path: (old, old.replace(*new))}, ["model:f"], QUICK, session=session
    )
    return found["model:f"]


WITHOUT = {
    "a logger": "import unheard_of_logger as log\n\nlog.init(project='p')\n\n\n" + STEP,
    "a module of a package": (
        "from unheard_of.data.sets import load\n\n\ndef main():\n    for x in load('it'):\n"
        "        print(f(x, x))\n\n\n" + STEP
    ),
    "a base of another class": (
        "import unheard_of\n\n\nclass Data(unheard_of.Dataset[int]):\n"
        "    size: unheard_of.Size | None\n\n\n" + STEP
    ),
    "an object that is made of it where the file is imported": (
        "import unheard_of\n\n\nclass Data(unheard_of.Dataset):\n    def __init__(self, size):\n"
        "        super().__init__(size)\n\n\ndata = Data(3)\n\n\n" + STEP
    ),
    "a module that a package which is there has not": (
        "from jax.unheard_of import warm\n\n\ndef main():\n    warm(f)\n\n\n" + STEP
    ),
    "a name that a module which is there has not": (
        "from jax.tree_util import tree_leaves, unheard_of_map, unheard_of_leaves\n\n\n"
        "class Maps(unheard_of_map):\n    kind: unheard_of_leaves | None = None\n\n\n"
        "def main():\n    unheard_of_map(f)\n\n\n" + STEP
    ),
    "a name of its kind that another file asks for": "import helper\n\n\n" + STEP,
    "classes in annotations": (
        "from collections.abc import Callable\nfrom typing import Optional, Tuple, Union\n"
        "import unheard_of\n\n\n"
        "def g(x: Tuple[unheard_of.Data, int]) -> Optional[unheard_of.Data]:\n    return x[0]\n\n\n"
        "def h(x: Union[unheard_of.Data, None], y: Callable[[unheard_of.inner.Data], int]):\n"
        "    return y(x)\n\n\n" + STEP
    ),
    "a class of which nothing is an instance": (
        "import unheard_of\n\n\ndef f(w, x):\n    if isinstance(x, unheard_of.Tensor):\n"
        "        x = x.numpy()\n    return jnp.tanh(x @ w) * 2\n"
    ),
    "a library that asks what is loaded": (
        "import sys\nimport functools\nimport unheard_of\n\n"
        "asked = functools.partial(getattr, unheard_of)\n"
        "assert not isinstance(1, eval('module.Tensor', {'module': unheard_of}))\n\n\n" + STEP
    ),
    "a package that a module deep in the project is named after": (
        "import unheard_of\n\n\ndef main():\n    unheard_of.log(f)\n\n\n" + STEP
    ),
    "a decorator of another function": (
        "import unheard_of\n\n\n@unheard_of.main(config='c')\ndef main(config):\n    pass\n\n\n"
        + STEP
    ),
}


@pytest.mark.parametrize("kind", WITHOUT)
def test_what_is_judged_does_without(session: Session, tmp_path: Path, kind: str) -> None:
    if "deep" in kind:
        (tmp_path / "parts").mkdir()
        (tmp_path / "parts" / "__init__.py").touch()
        (tmp_path / "parts" / "unheard_of.py").touch()
    helper = "from jax.random import key, unheard_of_key\n"
    found = verified(session, tmp_path, WITHOUT[kind], helper=helper)
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert "unheard_of" in found.environment["not installed, stood in for"]


NEEDED = {
    "a function": "import unheard_of\n\n\n" + STEP.replace("jnp.tanh(", "unheard_of.act("),
    "and an error that is caught": (
        "import unheard_of\n\n\ndef f(w, x):\n    try:\n        unheard_of.log(1)\n"
        "    except Exception:\n        return x\n    return x @ w * 2\n"
    ),
    "a decorator": "import unheard_of\n\n\n@unheard_of.jit\n" + STEP,
    "whether it is equal to something": (
        "import unheard_of\n\nTWICE = 2 if unheard_of.KIND == 3 else 4\n\n\n" + STEP
    ),
    "a number": "from unheard_of import SIZE\n\nTWICE = 2 * SIZE\n\n\n" + STEP,
    "a name that a module has not": (
        "from jax.numpy.linalg import unheard_of\n\n\n" + STEP.replace("jnp.tanh(", "unheard_of(")
    ),
    "such a name that is imported in there": STEP.replace(
        "    return", "    from jax.tree_util import unheard_of\n    return"
    ),
    "a package that is imported in there": STEP.replace(
        "    return", "    import unheard_of\n    return"
    ),
    "an object of a class that derives from it": (
        "import unheard_of\n\n\nclass Act(unheard_of.Layer):\n    def __call__(self, x):\n"
        "        return jnp.tanh(x)\n\n\n" + STEP.replace("jnp.tanh(", "Act()(")
    ),
}


@pytest.mark.parametrize("kind", NEEDED)
def test_what_is_judged_needs_the_package(session: Session, tmp_path: Path, kind: str) -> None:
    found = verified(session, tmp_path, NEEDED[kind])
    assert found.verdict is Verdict.UNVERIFIED, found
    assert any("unheard_of" in check.detail for check in found.checks)


@pytest.mark.parametrize(
    "guard", ["try:\n    import unheard_of as it\nexcept ImportError:\n    it = None\n",
              "from contextlib import suppress\nit = None\nwith suppress(ImportError):\n"
              "    import unheard_of as it\n",
              "import importlib.util\nit = importlib.util.find_spec('unheard_of')\n"],
)  # fmt: skip
def test_what_may_be_missing_is_missing(session: Session, tmp_path: Path, guard: str) -> None:
    text = guard + "\n\ndef f(w, x):\n    return x @ w * (2 if it is None else 3)\n"
    found = verified(session, tmp_path, text, ("(2 if it is None else 3)", "2.0"))
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert "not installed, stood in for" not in found.environment


@pytest.mark.parametrize("where", ["the statement", "the import of its file"])
def test_a_name_that_may_be_missing_is_missing(
    session: Session, tmp_path: Path, where: str
) -> None:
    asks = "from jax.tree_util import unheard_of as it"
    first = asks if where == "the statement" else "from helper import it"
    text = f"try:\n    {first}\nexcept ImportError:\n    it = None\n"
    text += "\n\ndef f(w, x):\n    return x @ w * (2 if it is None else 3)\n"
    found = verified(session, tmp_path, text, ("(2 if it is None else 3)", "2.0"), helper=asks)
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert "not installed, stood in for" not in found.environment


def test_a_rewrite_may_not_ask_for_a_name_that_is_not_there(
    session: Session, tmp_path: Path
) -> None:
    more = ("def f(w, x):", "from jax.tree_util import unheard_of\n\n\ndef f(w, x):")
    found = verified(session, tmp_path, STEP, more)
    assert found.verdict is Verdict.REFUTED, found
    assert "unheard_of" in found.checks[0].detail


VERSIONED = (
    "from parts.version import version as __version__\n\n\ndef f(w, x):\n"
    "    return jnp.tanh(x @ w) * 2\n"
)


@pytest.mark.parametrize("told", ['version-file = "src/parts/version.py"', ""])
def test_a_module_that_a_build_makes(session: Session, tmp_path: Path, told: str) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "__init__.py").touch()
    (tmp_path / "parts" / "version.pyi").write_text("version: str\n")  # its types, and no module
    (tmp_path / "pyproject.toml").write_text(f"[tool.hatch.build.hooks.vcs]\n{told}\n")
    text = VERSIONED
    if told:  # what is written there is a version
        text += "\n\nassert __version__.split('.')\n"
        (tmp_path / "pyproject.toml").write_text(
            '[tool.setuptools_scm]\nwrite_to = "parts/version.py"\n'
        )
    found = verified(session, tmp_path, text)
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert found.environment["made by a build, stood in for"] == "parts.version"
    assert "not installed, stood in for" not in found.environment


def test_the_metadata_that_installing_makes(session: Session, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "some_parts"\n')
    text = (
        "import importlib.metadata\n\n"
        "__version__ = importlib.metadata.version('some-parts')\n\n\n"
        "def f(w, x):\n    return jnp.tanh(x @ w) * 2\n"
    )
    found = verified(session, tmp_path, text)
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert found.environment["made by a build, stood in for"] == "the metadata of some-parts"
    # Of what is no part of the project nothing is made up.
    found = verified(session, tmp_path, text.replace("some-parts", "others-parts"))
    assert (found.verdict, found.reason) == (Verdict.UNVERIFIED, Reason.IMPORT_FAILED)


def test_what_is_judged_needs_what_a_build_makes(session: Session, tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "__init__.py").touch()
    text = "from parts.constants import SCALE\n\n\ndef f(w, x):\n    return x @ w * SCALE * 2\n"
    found = verified(session, tmp_path, text)
    assert found.verdict is Verdict.UNVERIFIED, found
    assert any("parts" in check.detail for check in found.checks)


def test_a_module_that_lies_elsewhere_in_the_project_is_not_made(
    session: Session, tmp_path: Path
) -> None:
    for folder in ("parts", "other/parts"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "__init__.py").touch()
    (tmp_path / "other" / "parts" / "version.py").write_text("version = '1'\n")
    found = verified(session, tmp_path, VERSIONED)
    assert (found.verdict, found.reason) == (Verdict.UNVERIFIED, Reason.IMPORT_FAILED)


@pytest.fixture
def broken(tmp_path_factory: pytest.TempPathFactory, session: Session) -> Iterator[str]:
    """A package that is installed, and of which the import fails."""
    folder = tmp_path_factory.mktemp("installed")
    (folder / "unheard_of").mkdir()
    inner = "from . import inner\nimport jax\njax.core.long_since_gone\n"
    (folder / "unheard_of" / "__init__.py").write_text(inner)
    (folder / "unheard_of" / "inner.py").write_text("SIZE = 3\n")
    yield str(folder)


@pytest.mark.parametrize("kind", ["used", "guarded", "not used"])
def test_a_package_whose_import_fails(
    session: Session, tmp_path: Path, broken: str, kind: str
) -> None:
    head = f"import sys\nsys.path.append({broken!r})\n"
    importing = "import unheard_of\nfrom unheard_of.inner import SIZE\nunheard_of.setup(1)\n"
    if kind == "guarded":
        importing = "try:\n    import unheard_of\nexcept Exception:\n    unheard_of = None\n"
        text = "\n\ndef f(w, x):\n    return x @ w * (2 if unheard_of is None else 3)\n"
        found = verified(session, tmp_path, head + importing + text, ("(2 if", "1 * (2 if"))
    elif kind == "used":
        text = "\n\ndef f(w, x):\n    return unheard_of.act(x @ w) * 2\n"
        found = verified(session, tmp_path, head + importing + text)
    else:
        found = verified(session, tmp_path, head + importing + "\n\n" + STEP)
    if kind == "used":
        assert found.verdict is Verdict.UNVERIFIED, found
        assert any("its import fails" in check.detail for check in found.checks)
        return
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    said = found.environment.get("not installed, stood in for", "")
    assert ("unheard_of (its import fails: AttributeError" in said) == (kind == "not used")


def test_modules_of_the_project_are_not_stood_in_for(session: Session, tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "helpers.py").write_text("SCALE = 2\n")
    found = verified(session, tmp_path, "import helpers\n\n\n" + STEP)
    assert (found.verdict, found.reason) == (Verdict.UNVERIFIED, Reason.IMPORT_FAILED)


@pytest.mark.parametrize("places", [["source/wheel"], ["source/wheel", "other/wheel"], []])
def test_a_package_lies_where_nobody_tells(
    session: Session, tmp_path: Path, places: list[str]
) -> None:
    guarded = not places
    places = places or ["source/wheel"]
    for place in places:
        folder = tmp_path / place / "parts"
        (folder / "inner").mkdir(parents=True)
        (folder / "__init__.py").touch()
        (folder / "inner" / "sizes.py").write_text("TWICE = 2\n")
    text = "from parts.inner.sizes import TWICE\n\n\n" + STEP.replace("* 2", "* TWICE")
    if guarded:  # the project is prepared to miss it
        text = text.replace("from", "try:\n    from", 1)
        text = text.replace("TWICE\n", "TWICE\nexcept ImportError:\n    TWICE = 3\n", 1)
        found = verified(session, tmp_path, text, ("* TWICE", "* 3"))
        assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
        return
    found = verified(session, tmp_path, text, ("* TWICE", "* 2"))
    if len(places) > 1:  # nobody knows which of them it is
        assert (found.verdict, found.reason) == (Verdict.UNVERIFIED, Reason.IMPORT_FAILED)
        return
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert "not installed, stood in for" not in found.environment
