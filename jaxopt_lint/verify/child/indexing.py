"""Which whole numbers a program takes for nothing but indices, labels or lengths.

Of such a number below zero nobody may have thought: an index wraps around, a comparison with a
label finds nothing, and a length of it is one more or none, whichever way the code was written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .jaxprs import inner_of

# What passes such numbers on, or makes further ones of them.
_PASSED_ON = frozenset((
    "convert_element_type", "broadcast_in_dim", "reshape", "squeeze", "expand_dims", "concatenate",
    "transpose", "slice", "rev", "copy", "copy_p", "select_n", "clamp", "max", "min", "add", "sub",
    "mul", "pad", "split", "stack", "unstack", "stop_gradient", "device_put",
    "optimization_barrier",
))  # fmt: skip
_LABELS = ("eq", "ne")
_LENGTHS = ("lt", "le", "gt", "ge")
# From which of the inputs on there are indices of an array, that itself comes first.
_READS = {"gather": 1, "dynamic_slice": 1, "dynamic_update_slice": 2, "take": 1}
_CALLS = (
    "pjit", "jit", "closed_call", "core_call", "checkpoint", "remat", "remat2", "custom_jvp_call",
    "custom_vjp_call", "custom_vjp_call_jaxpr",
)  # fmt: skip


def places(closed: Any) -> list[bool]:
    """For each input of a program, whether it is used as indices, labels and lengths alone."""
    jaxpr = getattr(closed, "jaxpr", closed)
    found = []
    for number, var in enumerate(jaxpr.invars):
        whole = np.issubdtype(_dtype(var), np.integer)
        given = [one == number for one in range(len(jaxpr.invars))]
        found.append(bool(whole and not any(_Use().follow(jaxpr, given, [False] * len(given)))))
    return found


class _Other(Exception):
    """The numbers are used for something else."""


class _Use:
    """Follows one input through a program."""

    def follow(self, jaxpr: Any, given: Sequence[bool], known: Sequence[bool]) -> list[bool]:
        """Which results the numbers come out of; all of them where they are used otherwise."""
        try:
            return self._body(jaxpr, given, known)[0]
        except _Other:
            return [True]

    def _body(
        self, jaxpr: Any, given: Sequence[bool], known: Sequence[bool]
    ) -> tuple[list[bool], list[bool]]:
        """Which results are made of the numbers, and which of nothing that is given.

        Args:
            known: which inputs do not depend on what is given, such as `arange`.
        """
        jaxpr = getattr(jaxpr, "jaxpr", jaxpr)
        made = {id(v) for v, is_one in zip(jaxpr.invars, given, strict=False) if is_one}
        free = {id(v) for v, is_one in zip(jaxpr.invars, known, strict=False) if is_one}
        free |= {id(var) for var in jaxpr.constvars}

        def is_free(var: Any) -> bool:
            return hasattr(var, "val") or id(var) in free

        for eqn in jaxpr.eqns:
            inputs = [not hasattr(var, "val") and id(var) in made for var in eqn.invars]
            frees = [is_free(var) for var in eqn.invars]
            if not any(inputs):
                if all(frees):
                    free.update(id(var) for var in eqn.outvars)
                continue
            for var, is_one in zip(eqn.outvars, self._results(eqn, inputs, frees), strict=False):
                if is_one:
                    if not np.issubdtype(_dtype(var), np.integer):
                        raise _Other
                    made.add(id(var))
        outs = jaxpr.outvars
        return [id(v) in made and not hasattr(v, "val") for v in outs], [is_free(v) for v in outs]

    def _results(self, eqn: Any, inputs: list[bool], frees: list[bool]) -> list[bool]:
        """Which results of an equation are made of the numbers."""
        name, count = eqn.primitive.name, len(eqn.outvars)
        if name in _PASSED_ON:
            return [True] * count
        if name in _LABELS:
            return [False] * count
        if name in _LENGTHS:
            if not any(frees):
                raise _Other  # of two such numbers, or of one and something that is given
            return [False] * count
        first = 1 if name.startswith("scatter") else _READS.get(name)
        if first is not None:
            values = [*inputs[:first], *(inputs[2:] if name.startswith("scatter") else ())]
            return [any(values)] * count
        if name in _CALLS and inner_of(eqn) is not None:
            return self._body(inner_of(eqn), inputs, frees)[0]
        if name == "cond" and not any(inputs[:1]):
            each = [self._body(b, inputs[1:], frees[1:])[0] for b in eqn.params["branches"]]
            return [any(ones) for ones in zip(*each, strict=True)]
        if name == "scan":
            return self._scan(eqn, inputs, frees)
        raise _Other

    def _scan(self, eqn: Any, inputs: list[bool], frees: list[bool]) -> list[bool]:
        """A loop: what comes out of one turn goes into the next."""
        consts, carried = _parts(eqn.params)
        given = list(inputs)
        end = consts + carried
        known = [*frees[:consts], *([False] * carried), *frees[end:]]
        while True:
            outs, _ = self._body(eqn.params["jaxpr"], given, known)
            grown = [a or b for a, b in zip(given[consts:end], outs[:carried], strict=True)]
            if grown == given[consts:end]:
                return outs
            given[consts:end] = grown


def _parts(params: Any) -> tuple[int, int]:
    """How many constants and how many carried values a scan takes."""
    if "num_consts" in params:
        return params["num_consts"], params["num_carry"]
    constants, carry, _ = params["ft_in"].unpack()  # since JAX 0.11
    return len(constants), len(carry)


def _dtype(var: Any) -> Any:
    found = getattr(getattr(var, "aval", None), "dtype", np.dtype(bool))
    return found if isinstance(found, np.dtype) else np.dtype(bool)
