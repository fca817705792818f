"""Environment variables that nobody reads any more, or ever."""

from __future__ import annotations

import ast
import difflib

from jaxopt_lint.patterns.runtime_env_set_too_late import backend_started_by, jax_imported_by
from jaxopt_lint.rule import Rule, Severity, each
from jaxopt_lint.semantics.jax.api import xla_flags
from jaxopt_lint.semantics.jax.api.history import text as text_of
from jaxopt_lint.semantics.jax.api.variables import AT_IMPORT, AT_START, OTHER, is_default
from jaxopt_lint.semantics.python import Scope
from jaxopt_lint.semantics.python import text_of as text_in
from jaxopt_lint.semantics.subjects.environment import variables
from jaxopt_lint.semantics.subjects.environment.variables import (
    Setting,
    asks_for_accelerator,
    settings,
)

_KNOWN = AT_IMPORT | AT_START | OTHER
_OURS = ("JAX_", "XLA_", "LIBTPU_")
# What starts other processes, which do read what is set now.
_PARENTS = ("subprocess", "multiprocessing", "concurrent.futures", "ray", "torch.multiprocessing")


class RuntimeEnvSetTooLate(Rule[Setting]):
    """An environment variable is set after JAX has read it, or under a name that it never reads.

    ## Why is this bad?
    JAX reads its own `JAX_*` variables once, when it is imported. The compiler reads `XLA_FLAGS`,
    and the drivers `CUDA_VISIBLE_DEVICES`, when the backend starts: at the first array, or the
    first look at the devices, which may stand in a module that is imported. What is set later has
    no effect, and nothing says so. (After the mere import of JAX `XLA_FLAGS` still works.)

    ## Example
    ```python
    import os

    import jax

    os.environ["JAX_ENABLE_X64"] = "true"

    print(jax.numpy.ones(3).dtype)
    ```
    becomes
    ```python
    import os

    os.environ["JAX_ENABLE_X64"] = "true"
    import jax

    print(jax.numpy.ones(3).dtype)
    ```

    ## Fix safety
    The fix is unsafe: the setting has an effect from now on.

    ## When to keep it
    When it is meant for processes that this one starts. Where the file also sets the option with
    `jax.config.update`, nothing is reported. Where the variable had that very value already when
    it was read, or is set to what JAX does by default, as `JAX_ENABLE_X64` to `"0"`, it is for
    information, and so is the name of an accelerator, which JAX takes where there is one, and what
    is set after the import of JAX to answer an error.
    """

    code = "JOL901"
    summary = "An environment variable is set when nobody reads it any more"
    fix = "environment-first"
    words = ("os.environ", "environ[", "putenv")
    matches = each(settings)

    def judge(self, found: Setting) -> None:
        if found.name in AT_IMPORT:
            self._after_import(found)
        elif found.name in AT_START:
            self._after_start(found)
        elif found.name not in _KNOWN:
            self._misnamed(found, found.name)

    def _after_import(self, found: Setting) -> None:
        statement = jax_imported_by(self.facts, found.statement)
        if statement is None or self._has_children():
            return
        option = found.name.lower()
        if variables.configured(self.facts, option, self.facts.module.function(found.node)):
            return  # too late, and not needed
        if any(
            self._said_already(found, other, statement) for other in settings(self.facts).values()
        ):
            return
        self.report(
            found,
            f"`{found.name}` is set after line {statement.lineno} has imported JAX, which read it "
            f"then: it has no effect{self._anyway(found, statement)}",
            help=f'set it above the import, or call `jax.config.update("{option}", ...)`',
            severity=Severity.INFO
            if self._anyway(found, statement) or self._is_of_no_use(found)
            else None,
        )

    def _is_of_no_use(self, found: Setting) -> bool:
        """Whether it would be of no use in time: what answers an error cannot come first."""
        around = self.facts.module.ancestors(found.statement)
        if any(isinstance(one, ast.ExceptHandler) for one in around):
            return True
        return asks_for_accelerator(self.facts, found)

    @staticmethod
    def _said_already(found: Setting, other: Setting, read: ast.stmt) -> bool:
        """Whether a setting says the same as a later one, and said it in time."""
        alike = other.name == found.name and ast.dump(other.value) == ast.dump(found.value)
        return alike and other.statement.lineno < read.lineno

    def _after_start(self, found: Setting) -> None:
        start = backend_started_by(self.facts, found.statement)
        if start is None or self._has_children():
            return
        line = start.statement.lineno
        by = f"`{start.call}` on line {line}"
        if start.place:
            by = f"the import on line {line}, which calls `{start.call}` ({start.place}),"
        self.report(
            found,
            f"`{found.name}` is set after {by} has started the backend, which read it then: it "
            f"has no effect{self._anyway(found, start.statement)}",
            help="set it above",
            severity=Severity.INFO
            if self._held_then(found, start.statement) or self._anyway(found, start.statement)
            else None,
        )

    def _anyway(self, found: Setting, read: ast.stmt) -> str:
        """That a value is the one by default, which no earlier setting has changed; else ""."""
        value = text_in(self.facts.names.behind(found.value))
        named = (s for s in settings(self.facts).values() if s.name == found.name)
        if value is None or any(s.statement.lineno < read.lineno for s in named):
            return ""
        return ", and is the default besides" if is_default(found.name, value) else ""

    def _held_then(self, found: Setting, read: ast.stmt) -> bool:
        """Whether the last setting of the same in front of what read it says the same."""
        row = read.lineno
        named = (s for s in settings(self.facts).values() if s.name == found.name)
        before = [s for s in named if s.statement.lineno < row]
        last = max(before, key=lambda s: s.statement.lineno, default=None)
        return last is not None and ast.dump(last.value) == ast.dump(found.value)

    def _misnamed(self, found: Setting, name: str) -> None:
        imported = {dotted.split(".")[0] for dotted in _imported(self.facts.module.top)}
        if "jax" not in imported:
            return
        if " " in name:
            self.report(found, f"no program reads a variable with a space in its name: `{name}`")
        elif name == "TF_XLA_FLAGS" and not imported & {"tensorflow", "keras", "tf_keras"}:
            read = "`TF_XLA_FLAGS` is read by TensorFlow; JAX does not look at it"
            self.report(found, read, help=f"JAX's variable is `XLA_FLAGS`{self._not_there(found)}")
        elif name.startswith(_OURS):
            near = difflib.get_close_matches(name.upper(), sorted(_KNOWN), 1, 0.9)
            if near:
                self.report(
                    found,
                    f"JAX reads no variable `{name}`: setting it has no effect",
                    help=f"it is `{near[0]}`",
                    assumed=("no other library reads it",),
                )

    def _not_there(self, found: Setting) -> str:
        """Which flags of a setting are not known to be there, where it would abort the process."""
        texts = [str(t.value) for t in variables.literals(self.facts, found.value)]
        flags = [flag for text in texts for flag in xla_flags.flags_in(text)]
        gone = [f for f in flags if not xla_flags.known(f, self.facts.target_jax)]
        if not gone:
            return ""
        release = text_of(self.facts.target_jax) or xla_flags.newest()
        listed = ", ".join(f"`--{flag}`" for flag in dict.fromkeys(gone))
        return f", but jaxlib {release} is not known to have {listed}, at which it would abort"

    def _has_children(self) -> bool:
        """Whether the file starts other processes, which inherit what is set."""
        scopes = self.facts.module.scopes.values()
        return any(d.startswith(_PARENTS) for scope in scopes for d in _imported(scope))


def _imported(scope: Scope) -> list[str]:
    every = (b for bindings in scope.bindings.values() for b in bindings)
    return [b.target for b in every if b.kind == "import"]
