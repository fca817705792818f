"""Arrays of the device that are fetched, and handed to it again."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, each
from jaxopt_lint.semantics.subjects.transfer.round_trips import RoundTrip
from jaxopt_lint.semantics.subjects.transfer.told_once import trips_told


class RoundTripThroughHost(Rule[RoundTrip]):
    """An array is fetched from the device, and then handed to the device again.

    ## Why is this slow?
    `np.asarray(x)` waits until the device is done, and copies `x` to the host. What takes the copy
    next, `jnp.asarray`, an operation of JAX or a compiled function, copies it back. Nothing of that
    is needed: the array was there all the time, and Python could have gone on handing out work.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    import numpy as np


    @jax.jit
    def policy(params, obs):
        return jnp.tanh(obs @ params)


    def rollout(params, env, obs, key):
        actions = []
        while not env.done:
            logits = policy(params, obs)
            scores = jax.nn.log_softmax(np.array(logits))
            obs = env.step(scores)
            actions.append(scores)
        return actions
    ```
    Hand on what is on the device, and fetch what the host needs in the end:
    ```python
            scores = jax.nn.log_softmax(logits)
    ```
    What NumPy did in between is done by `jax.numpy`, or within the compiled function. The other way
    round it is as idle: `float(jnp.asarray(t))` sends a number that the host has, and waits for it.

    ## When to keep it
    When the host computes what JAX cannot, or in `float64`: what NumPy has and `jax.numpy` has not,
    and what is cast to that, is not reported. Nor is what is put on a device or a sharding that is
    named. A warning is what a loop fetches and hands back on every turn, nobody else is seen to
    read, and is known to be large (65,536 elements); small arrays take no time. What is gathered in
    lists, comes through attributes, or is needed on the host as well is for information, too.
    """

    code = "JOL411"
    summary = "An array is fetched from the device and handed to it again"
    weighed_by_runs = True
    matches = each(trips_told)

    def judge(self, found: RoundTrip) -> None:
        shown = self.quoted(found.value, "an array", 60)
        taker = self._taker(found)
        where = f" at {found.at}" if found.at else ""
        if found.value is found.fetch or self.facts.module.within(found.fetch, found.value):
            fetched = "was on the device, and is fetched"
        else:
            fetched = f"was on the device, and is fetched{where}"
        if found.up:
            self._of_host(found, shown, taker, where)
            return
        turns = ""
        if found.loop is not None:
            turns = f" on every turn of the loop at {self.facts.at(found.loop)}"
        self.report(
            found,
            f"{shown} {fetched} only to be handed back to it by {taker}{turns}"
            if found.alone
            else f"{shown} {fetched}, and {taker} hands it back{turns}",
            help="hand on the array that is on the device"
            if found.as_is
            else "hand on the array that is on the device, and do by `jax.numpy` what NumPy does",
            because=(f"it is handed back at {found.there}" if found.there else "",),
        )

    def _of_host(self, found: RoundTrip, shown: str, taker: str, where: str) -> None:
        turns = ""
        if found.loop is not None:
            turns = f" on every turn of the loop at {self.facts.at(found.loop)}"
        self.report(
            found,
            f"{shown} was on the host, is handed to the device{where}, and {taker} fetches it from "
            f"there{turns}",
            help="keep to what the host has",
            because=(f"it is fetched at {found.there}" if found.there else "",),
        )

    def _taker(self, found: RoundTrip) -> str:
        node = found.node
        if isinstance(node, ast.Call):
            return self.quoted(node.func, "a call", 60)
        return "an operator"
