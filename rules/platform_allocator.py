"""The allocator that goes to the driver for every array."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.runtime_env_set_too_late import backend_started_by
from jaxopt_lint.rule import Rule, Severity, each
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.subjects.differentiation.gradients import gradients
from jaxopt_lint.semantics.subjects.environment import variables
from jaxopt_lint.semantics.subjects.environment.variables import Setting, settings

_VARIABLE = "XLA_PYTHON_CLIENT_ALLOCATOR"
_PLATFORMS = ("JAX_PLATFORMS", "JAX_PLATFORM_NAME")


class PlatformAllocator(Rule[Setting]):
    """A program has every array allocated and freed by the driver of the GPU.

    ## Why is this slow?
    `XLA_PYTHON_CLIENT_ALLOCATOR=platform` takes memory from the driver for each array and gives it
    back after, instead of keeping a pool. JAX's documentation calls that very slow, and good for a
    search for what takes the memory: each of these calls waits for the device, so that nothing is
    handed to it ahead.

    ## Example
    ```python
    import os

    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    os.environ["XLA_PYTHON_CLIENT_ALLOCATOR"] = "platform"

    import jax

    print(jax.device_count())
    ```
    `XLA_PYTHON_CLIENT_PREALLOCATE=false` alone keeps JAX from taking most of the memory at once;
    `XLA_CLIENT_MEM_FRACTION` says how much it may take.

    ## When to keep it
    While memory is measured, or where other programs need what this one frees. It is a warning
    where a program that takes gradients begins with it. Nothing is reported in tests, where the
    same code keeps JAX on the CPU, and where it comes too late (JOL901).
    """

    code = "JOL911"
    summary = "Every array is allocated and freed by the driver"
    words = (_VARIABLE,)
    matches = each(settings)

    def judge(self, found: Setting) -> None:
        if found.name != _VARIABLE or self._texts(found) != ["platform"]:
            return
        if in_test(self.facts, found.node) or self._on_cpu(found):
            return
        if backend_started_by(self.facts, found.statement):
            return  # JOL901 says that nobody reads it any more
        self.report(
            found,
            f"`{_VARIABLE}=platform` asks the driver for the memory of every array and gives it "
            "back after, which is slow: it is made for looking after memory",
            help="leave it out: `XLA_PYTHON_CLIENT_PREALLOCATE=false` alone takes memory as it is "
            "needed",
            severity=None if self._of_training(found) else Severity.INFO,
        )

    def _of_training(self, found: Setting) -> bool:
        """Whether a program that takes gradients begins with it: this file, or a module that the
        function imports next. What other functions set comes at a time that others choose."""
        module, project = self.facts.module, self.facts.project
        function = module.function(found.node)
        if function is None:
            return bool(gradients(self.facts))
        for node in module.inside(ast.ImportFrom, function):
            if node.lineno > found.node.lineno and node.module and not node.level:
                there = elsewhere(
                    self.facts, project.home(f"{node.module}.{node.names[0].name}")[0]
                )
                if there is not None and gradients(there):
                    return True
        return False

    def _texts(self, found: Setting) -> list[object]:
        return [text.value for text in variables.literals(self.facts, found.value)]

    def _on_cpu(self, found: Setting) -> bool:
        """Whether the code that sets it, or the module, leaves JAX no GPU."""
        module = self.facts.module
        here = (module.function(found.node), None)
        return any(
            (other.name in _PLATFORMS and self._texts(other) == ["cpu"])
            or (other.name == "CUDA_VISIBLE_DEVICES" and self._texts(other) in ([""], ["-1"]))
            for other in settings(self.facts).values()
            if module.function(other.node) in here
        )
