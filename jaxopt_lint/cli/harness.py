"""The harness's settings, from the configuration and the command line."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from jaxopt_lint.cli import options as opt
from jaxopt_lint.running.ends import CannotDo

if TYPE_CHECKING:
    from jaxopt_lint.settings.config import Config
    from jaxopt_lint.verify.settings import VerifySettings
    from jaxopt_lint.verify.spec import Target

BACKENDS = ("cpu", "cuda", "tpu", "auto")

harness_options = opt.options(
    click.option("--backend", type=opt.Choice(BACKENDS), help="Where to run both versions."),
    click.option("--devices", type=click.IntRange(1), help="Devices, simulated on the CPU."),
    click.option("--python", metavar="PATH", help="Interpreter that has the project's JAX."),
    click.option("--timeout", type=click.FloatRange(0, min_open=True), metavar="SECONDS",
                 help="For each child process."),
    click.option("--from-tests", is_flag=True,
                 help="Run the project's tests for the calls that they make."),
    click.option("--full", is_flag=True, help="More sizes, seeds and checks; slower."),
)  # fmt: skip


def settings_of(config: Config, given: Mapping[str, Any] | None = None) -> VerifySettings:
    """How to run the harness, with the options given over the configuration."""
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
        python=options.get("python") or stated.python or sys.executable,
        from_tests=bool(options.get("from_tests")) or stated.from_tests,
        targets=[_target(target) for target in stated.target],
        mode="full" if options.get("full") else "quick",
    )


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
