"""Attributes of arrays and devices that are not there."""

from __future__ import annotations

from jaxopt_lint.patterns.device_api_misuse import Misuse, misuses
from jaxopt_lint.rule import Rule, Severity, each
from jaxopt_lint.semantics.jax.api.attributes import FOREIGN_METHODS


class DeviceApiMisuse(Rule[Misuse]):
    """An array or a device is asked for an attribute that it does not have.

    ## Why is this bad?
    Where an array lies has been spelt in several ways: `x.device()` is a property since JAX 0.4.31,
    and `device_buffer` and its kin are gone since 0.4.27. Devices have few attributes, and none
    that other libraries' devices have: how much memory there is stands in `memory_stats()`. The
    code raises `AttributeError` or `TypeError` as soon as it runs.

    ## Example
    ```python
    import jax.numpy as jnp

    x = jnp.ones((8, 8))
    print("x lies on", x.device())
    ```
    becomes
    ```python
    import jax.numpy as jnp

    x = jnp.ones((8, 8))
    print("x lies on", x.device)
    ```

    ## Fix safety
    The code raises before the fix, so that nothing can get worse. `x.device` is a `Sharding` and
    not one device where the array is spread over several: `x.devices()` gives the set. What stands
    for `memory_limit` is only shown: `memory_stats()` is None on CPUs.

    ## When to keep it
    For a JAX below 0.4.27, which `target-jax` in the settings states.
    """

    code = "JOL706"
    summary = "An array or a device is asked for an attribute that it does not have"
    about_names = True
    severity = Severity.ERROR
    fix = "placement-attribute"
    words = ("jax", "flax")
    matches = each(misuses)

    def judge(self, found: Misuse) -> None:
        if self.facts.targets((0, 4, 27)):
            self.report(found, self._message(found), help=self._help(found))

    def _message(self, found: Misuse) -> str:
        owner = self.source(found.attribute.value)
        name = found.attribute.attr
        if found.of == "device":
            if found.called and found.node is not found.attribute:
                return f"`{name}` of the device `{owner}` is no method: calling it raises TypeError"
            return f"the device `{owner}` has no `{name}`: it raises AttributeError"
        if name == "device":
            return f"`{owner}.device` is a property since JAX 0.4.31: calling it raises TypeError"
        return f"the array `{owner}` has no `{name}`: it raises AttributeError"

    def _help(self, found: Misuse) -> str:
        owner = self.source(found.attribute.value)
        name = found.attribute.attr
        if found.of == "array" and name in FOREIGN_METHODS:
            return f"in JAX it is `{FOREIGN_METHODS[name]}`"
        if found.function:
            return f"there is a function, `{found.function}`"
        new = found.new.replace("{}", owner).replace("*", "...")
        return f"use `{new}`" if new else ""
