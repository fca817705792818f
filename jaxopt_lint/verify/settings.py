"""How the harness runs: limits, precision, backend, interpreter, and where inputs come from."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from jaxopt_lint.verify.budget import Budget
from jaxopt_lint.verify.spec import Target


@dataclass
class VerifySettings:
    """`[tool.jaxopt-lint.verify]`, with the defaults that fit most projects."""

    timeout: float = 120.0  # seconds for each child process; a fix has three times as many in all
    budget: Budget | None = None  # for everything together
    memory_mb: int = 4096  # for each child process, on the CPU
    precision: str = "highest"  # jax_default_matmul_precision, in both versions
    min_speedup: float = 1.3  # below this nothing is claimed about run time
    backend: str = "auto"  # what the machine has; or "cpu", "cuda", "tpu"
    devices: int = 1  # simulated on the CPU
    from_tests: bool = False  # run the project's tests for their calls
    make_up: bool = True  # make arguments up where nothing says which ones a function takes
    sandbox: bool = True  # run the project's code in a sandbox, where the system has one
    python: str = sys.executable  # the interpreter of the project that is checked
    targets: list[Target] = field(default_factory=list)
    mode: Literal["quick", "full"] = "quick"
    timing: bool = True  # measure run time
    compile_cache: Path | None = None  # kept between runs; by default it ends with the session
    verdicts: Path | None = None  # where verdicts of earlier runs are kept
    parallel: int = 0  # child processes at a time; 0 for one per processor
    seed: int = 0  # of the keys that `inputs(key)` is asked with
    # Compile the way users do; off, XLA works a third as long on the CPU, and what the compiled
    # program takes is not measured.
    optimize: bool = True
    vary_sizes: bool = True  # of `inputs(key)`; off for rewrites that are right for some lengths

    def target(self, function: str) -> Target | None:
        """The explicit target for a function, if there is one."""
        return next((target for target in self.targets if target.function == function), None)
