"""Flags for the compiler that take the place of the user's."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.runtime_env_set_too_late import backend_started_by
from jaxopt_lint.rule import Rule, Severity, each
from jaxopt_lint.semantics.jax.demos import asks_for_main
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.python import text_of
from jaxopt_lint.semantics.subjects.environment import variables
from jaxopt_lint.semantics.subjects.environment.asked_for import asked_for
from jaxopt_lint.semantics.subjects.environment.variables import Setting, settings

_VARIABLES = ("XLA_FLAGS", "LIBTPU_INIT_ARGS")


class XlaFlagsOverwritten(Rule[Setting]):
    """A program replaces the compiler's flags that it was started with.

    ## Why is this bad?
    `XLA_FLAGS` is one variable for everybody: the launcher that sets where to dump programs, the
    user who tunes a run, and the script. Who assigns it drops what the others asked for, and
    nothing says so. A module that others import decides for programs that it does not know. A
    program that does so decides for itself, and a function does what it is asked to, which is told
    for information; so is a module that sets what a program of the project sets as well, which
    imports it, and one that only does so where another variable of the environment asks for it.

    ## Example
    ```python
    import os

    os.environ["XLA_FLAGS"] = "--xla_gpu_autotune_level=2"

    import jax

    print(jax.device_count())
    ```
    becomes
    ```python
    import os

    os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_gpu_autotune_level=2"

    import jax

    print(jax.device_count())
    ```

    ## Fix safety
    The program's own flags still win, as the last of two equal ones counts. The fix is unsafe
    because flags that were dropped so far are heard from now on.

    ## When to keep it
    Where the program must not listen to the environment, as in a test.
    """

    code = "JOL902"
    summary = "The compiler flags that the program was started with are dropped"
    about_names = True
    across_files = True
    fix = "append-xla-flags"
    words = _VARIABLES
    matches = each(settings)

    def judge(self, found: Setting) -> None:
        if found.name not in _VARIABLES or not found.replaces:
            return
        value = found.value
        if not variables.is_known(self.facts, value):
            return
        if variables.mentions_environment(self.facts, value):
            return
        if variables.reads(self.facts, found.name, self.facts.module.function(found.node)):
            return
        if self._done_by_a_package(found) or backend_started_by(self.facts, found.statement):
            return  # JOL901 says that it comes too late to take anything away
        by_import = self._done_by_import(found)
        text = text_of(value) or ""
        alike = self.facts.project.set_alike.get(f"{self.facts.module.name}.{found.name}={text}")
        what = f"`{found.name}` is replaced"
        if by_import:
            what = f"importing this module replaces `{found.name}`"
        meant = not by_import or asked_for(self.facts, found.statement)
        self.report(
            found,
            f"{what}, so the flags that the program was started with are lost",
            help="append to what is there",
            severity=Severity.INFO if meant or alike else None,
            because=(f"{alike}, which imports it, sets the same" if alike else "",),
        )

    def _done_by_import(self, found: Setting) -> bool:
        """Whether another file of the project does it without a word, by importing this one: what
        a program sets for itself, and what a function does that is asked to, is meant."""
        module = self.facts.module
        if module.function(found.node) is not None:
            return False
        if module.is_package:
            return True
        if self._is_program():
            return False
        own = module.name
        return any(n == own or n.startswith(f"{own}.") for n in self.facts.project.imported)

    def _is_program(self) -> bool:
        """Whether the file is there to be run, and nothing but notebooks takes things from it."""
        blocks = (n for n in self.facts.module.tree.body if isinstance(n, ast.If))
        if not any(asks_for_main(block.test) for block in blocks):
            return False
        imports, own = self.facts.project.imports, self.facts.module.name
        takers = [module for module, taken in imports.items() if own in taken]
        return all(module.endswith("-ipynb") for module in takers)

    def _done_by_a_package(self, found: Setting) -> bool:
        """Whether a package around this module has put the same in the variable's place before:
        it is imported first, and told there."""
        package = self.facts.module.name.rpartition(".")[0]
        while package:
            around = elsewhere(self.facts, package)
            if around is not None:
                for other in settings(around).values():
                    same = other.name == found.name and other.replaces
                    if same and ast.dump(other.value) == ast.dump(found.value):
                        return True
            package = package.rpartition(".")[0]
        return False
