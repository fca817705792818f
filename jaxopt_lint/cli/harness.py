"""The harness's settings, from the configuration and the command line."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import click

from jaxopt_lint.cli import options as opt
from jaxopt_lint.running.ends import CannotDo

if TYPE_CHECKING:
    from jaxopt_lint.settings.config import Config
    from jaxopt_lint.verify.budget import Budget
    from jaxopt_lint.verify.settings import VerifySettings
    from jaxopt_lint.verify.spec import Target

BACKENDS = ("cpu", "cuda", "tpu", "auto")


class _Duration(click.ParamType[float]):
    """Seconds, as `90`, `90s`, `2m` or `1h`."""

    name = "duration"
    _UNITS: ClassVar = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        """The seconds that a text stands for."""
        match = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", str(value))
        if match is None or not float(match[1]):
            self.fail(f"{value!r} is no time such as 90s, 2m or 1h", param, ctx)
        return float(match[1]) * float(self._UNITS[match[2]])


budget_option = click.option(
    "--budget", type=_Duration(), metavar="TIME",
    help="For all fixes together, such as 120s or 5m; what matters most comes first.",
)  # fmt: skip
harness_options = opt.options(
    click.option("--backend", type=opt.Choice(BACKENDS), help="Where to run both versions."),
    click.option("--devices", type=click.IntRange(1), help="Devices, simulated on the CPU."),
    click.option("--python", metavar="PATH", help="Interpreter that has the project's JAX."),
    click.option("--timeout", type=click.FloatRange(0, min_open=True), metavar="SECONDS",
                 help="For each child process; a fix may take three times as long in all."),
    budget_option,
    click.option("--from-tests", is_flag=True,
                 help="Run the project's tests for the calls that they make."),
    click.option("--synthesis/--no-synthesis", default=None,
                 help="Make arguments up where none are known."),
    click.option("--sandbox/--no-sandbox", default=None,
                 help="Keep the project's code from the network and from writing elsewhere."),
    click.option("--full", is_flag=True, help="More sizes, seeds and checks; slower."),
)  # fmt: skip


def settings_of(
    config: Config, given: Mapping[str, Any] | None = None, budget: Budget | None = None
) -> VerifySettings:
    """How to run the harness, with the options given over the configuration.

    Args:
        budget: one that counts already; else it counts from now.
    """
    from jaxopt_lint.verify.settings import VerifySettings

    stated = config.verify
    options = {k: v for k, v in (given or {}).items() if v is not None}
    return VerifySettings(
        timeout=options.get("timeout", stated.timeout),
        memory_mb=stated.memory_mb,
        precision=stated.precision,
        min_speedup=stated.min_speedup,
        backend=options.get("backend", stated.backend),
        devices=options.get("devices", stated.devices),
        python=options.get("python") or stated.python or _project_python(config),
        from_tests=bool(options.get("from_tests")) or stated.from_tests,
        targets=[_target(target) for target in stated.target],
        sandbox=options.get("sandbox", stated.sandbox),
        make_up=options.get("synthesis", stated.synthesis),
        budget=budget or budget_of(config, options),
        mode="full" if options.get("full") else "quick",
    )


def _project_python(config: Config) -> str:
    """The interpreter that ran the project when it was observed; else the one that runs us."""
    from jaxopt_lint.observe.store import Store

    store = Store(config.root.resolve())
    return (store.interpreter() if store.runs.is_dir() else None) or sys.executable


def budget_of(config: Config, given: Mapping[str, Any]) -> Budget | None:
    """The time for a run, which counts from now; None where it takes as long as it takes."""
    from jaxopt_lint.verify.budget import Budget

    seconds = given.get("budget") or config.verify.budget
    return Budget(seconds) if seconds else None


def with_target(settings: VerifySettings, function: str, args: str, dims: str) -> VerifySettings:
    """The settings with inputs for one function, as given on the command line."""
    from jaxopt_lint.verify.spec import SpecError, parse_args

    sizes = f", {dims}" if dims and args else dims
    try:
        target = parse_args(function, args + sizes)
    except SpecError as error:
        raise CannotDo(f"--args: {error}") from None
    return replace(settings, targets=[target, *settings.targets])


def _target(stated: Any) -> Target:
    from jaxopt_lint.verify.spec import SpecError, Target

    try:
        return Target(
            stated.function,
            list(stated.args),
            dict(stated.kwargs),
            dict(stated.dims),
            list(stated.fixed),
            True if stated.grad is None else stated.grad,
            stated.devices or 0,
        )
    except SpecError as error:
        raise CannotDo(f"verify.target {stated.function}: {error}") from None
