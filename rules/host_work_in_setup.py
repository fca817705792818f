"""Files that are read, and matrices that are decomposed, whenever a module is bound."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import calls
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import FUNCTIONS, FunctionNode


class HostWorkInSetup(Rule[ast.Call]):
    """The `setup` of a Flax Linen module reads files, or decomposes matrices on the host.

    ## Why is this slow?
    A Linen module is bound anew by each `init` and `apply`, and `setup` runs each time: once for
    every compilation where the call is compiled, and at every single call where it is not. Weights
    that only `init` needs are read again by every `apply`, once for each place where the module
    stands in another.

    ## Example
    ```python
    import pickle

    from flax import linen as nn


    class Encoder(nn.Module):
        path: str

        def setup(self):
            with open(self.path, "rb") as file:
                weights = pickle.load(file)
            self.kernel = self.param("kernel", lambda key: weights["kernel"])

        def __call__(self, x):
            return x @ self.kernel
    ```
    Read the file once, where the module is made, and put what it holds into the parameters:
    `{"params": {"kernel": weights["kernel"]}}`. What follows from sizes alone can be kept by
    `functools.lru_cache`.

    ## When to keep it
    Where only `init` comes there, within the function that `self.param` is given; that is not
    reported.
    """

    code = "JOL127"
    summary = "A Linen module reads files or decomposes matrices whenever it is bound"
    severity = Severity.INFO
    words = ("setup", "compact")

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if framework_of(self.facts, node) != "linen" or in_test(self.facts, node):
            return
        for method in node.body:
            if not isinstance(method, ast.FunctionDef) or not self._is_run(method):
                continue
            for call, what, done in self._work(method, 2, set()):
                by = f"`{self.source(done.func)}`"
                by = by if done is call else f"{by} on line {done.lineno}"
                self.report(
                    call,
                    f"`{method.name}` of `{node.name}` {what} ({by}) at every `init` and `apply`, "
                    "and whenever one is traced anew",
                    help="do it once, before the module is made",
                )
                break

    def _is_run(self, method: ast.FunctionDef) -> bool:
        """Whether a method runs whenever the module is bound or called."""
        compact = any(self.facts.names.of(d) == "flax.linen.compact" for d in method.decorator_list)
        return method.name == "setup" or compact

    def _work(
        self, function: FunctionNode, depth: int, seen: set[ast.AST]
    ) -> Iterator[tuple[ast.Call, str, ast.Call]]:
        """The calls of a function that read or decompose something, what they do, and where, as
        it may be in what they call in this file."""
        seen.add(function)
        for call in self.facts.module.inside(ast.Call, function):
            if self.facts.module.function(call) is not function:
                continue  # of what `self.param` is given, `init` alone comes there
            name = self.facts.names.call(call) or ""
            if name in _FILES or self.facts.names.is_builtin(call.func, "open"):
                yield call, "reads a file", call
            elif name.startswith(_DECOMPOSES):
                yield call, "decomposes a matrix on the host", call
            elif depth and not name:
                callee = calls(self.facts).callee(call.func)
                inner = callee.node if callee is not None and not callee.wraps else None
                cached = getattr(inner, "decorator_list", None)
                if isinstance(inner, FUNCTIONS) and inner not in seen and not cached:
                    for _, what, done in self._work(inner, depth - 1, seen):
                        yield call, what, done


_FILES = frozenset(
    {"pickle.load", "h5py.File", "numpy.load", "numpy.loadtxt", "numpy.genfromtxt",
     "jax.numpy.load", "torch.load", "joblib.load", "huggingface_hub.hf_hub_download",
     "safetensors.flax.load_file", "safetensors.numpy.load_file", "scipy.io.loadmat",
     "flax.training.checkpoints.restore_checkpoint", "json.load", "urllib.request.urlretrieve"}
)  # fmt: skip
_DECOMPOSES = ("scipy.signal.cont2discrete", "scipy.linalg.", "numpy.linalg.eig",
               "numpy.linalg.svd", "numpy.linalg.inv", "numpy.linalg.solve",
               "numpy.linalg.cholesky", "numpy.linalg.qr", "numpy.linalg.pinv")  # fmt: skip
