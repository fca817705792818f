"""`from helpers import *`: what names stand for that only such an import binds."""

from jaxopt_lint.semantics.jax.joining import joined
from jaxopt_lint.semantics.jax.names import Names
from jaxopt_lint.semantics.jax.summary import summarise
from jaxopt_lint.semantics.python import Module


def meant(files: dict[str, str], module: str, name: str) -> str | None:
    """What a name is that the last line of a module reads."""
    parsed = {key: Module(text, name=key) for key, text in files.items()}
    project = joined(summarise(one, f"{key}.py") for key, one in parsed.items())
    names = Names(parsed[module], project.exports)
    last = parsed[module].tree.body[-1].value
    assert last.id == name
    return names.of(last)


HELPERS = "import jax.numpy as jnp\nfrom functools import partial\n\n\ndef f(x):\n    return x\n"


def test_a_module_of_the_project_hands_out_what_it_imports_and_defines() -> None:
    for name, target in [
        ("jnp", "jax.numpy"),
        ("partial", "functools.partial"),
        ("f", "helpers.f"),
    ]:
        files = {"helpers": HELPERS, "script": f"from helpers import *\n{name}\n"}
        assert meant(files, "script", name) == target


def test_through_a_second_module() -> None:
    files = {
        "helpers": HELPERS,
        "tools": "from helpers import *\n",
        "script": "from tools import *\njnp\n",
    }
    assert meant(files, "script", "jnp") == "jax.numpy"
    files["script"] = "from tools import f\nf\n"
    assert meant(files, "script", "f") == "helpers.f"


def test_all_and_private_names() -> None:
    files = {"helpers": HELPERS + "_g = f\n", "script": "from helpers import *\n_g\n"}
    assert meant(files, "script", "_g") is None
    files = {"helpers": HELPERS + "__all__ = ['f']\n", "script": "from helpers import *\njnp\n"}
    assert meant(files, "script", "jnp") is None
    files = {"helpers": HELPERS + "__all__ = [*dir()]\n", "script": "from helpers import *\njnp\n"}
    assert meant(files, "script", "jnp") is None


def test_a_later_import_may_bind_another() -> None:
    two = {"helpers": HELPERS, "others": "import numpy as jnp\n"}
    assert meant(
        {**two, "s": "from helpers import *\nfrom others import *\njnp\n"}, "s", "jnp"
    ) == ("numpy")
    assert meant(
        {**two, "s": "from others import *\nfrom helpers import *\njnp\n"}, "s", "jnp"
    ) == ("jax.numpy")
    lib = {"helpers": HELPERS, "s": "from helpers import *\nfrom pylab import *\njnp\n"}
    assert meant(lib, "s", "jnp") is None
    lib = {"helpers": HELPERS, "s": "from pylab import *\nfrom helpers import *\njnp\n"}
    assert meant(lib, "s", "jnp") == "jax.numpy"
    maybe = {
        "helpers": HELPERS,
        "s": "try:\n    from helpers import *\nexcept OSError: pass\njnp\n",
    }
    assert meant(maybe, "s", "jnp") is None


def test_what_the_file_binds_itself_counts() -> None:
    files = {"helpers": HELPERS, "s": "from helpers import *\nimport numpy as jnp\njnp\n"}
    assert meant(files, "s", "jnp") == "numpy"


def test_modules_that_import_each_other_end() -> None:
    files = {
        "a": "from b import *\n",
        "b": "from a import *\nimport jax\n",
        "s": "from a import *\njax\n",
    }
    assert meant(files, "s", "jax") in (None, "jax")


def test_builtins_that_are_bound_anew() -> None:
    parsed = {"helpers": "def sum(x):\n    return x\n", "s": "from helpers import *\nsum\n"}
    assert meant(parsed, "s", "sum") == "helpers.sum"
    assert meant({"s": "sum\n"}, "s", "sum") is None
