"""Lets the parameters that a scan goes through stay in host memory.

On request only. The rewritten scan takes its layers from either memory; whoever makes them puts
them there, once: `layers = jax.device_put(layers, jax.memory.Space.Host)`.
"""

from __future__ import annotations

from jaxopt_lint.codemod import OnRequest, Precondition, Promise
from jaxopt_lint.semantics.subjects.memory.memories import DEVICE, placements
from jaxopt_lint.semantics.subjects.memory.scan_bodies import ScanBody, scan_bodies

_CHECKPOINTED, _HERE = _PRECONDITIONS = (
    Precondition(
        "body-is-checkpointed",
        "The body of the scan is computed again in the backward pass already.",
    ),
    Precondition(
        "body-is-here",
        "The body of the scan is a function of this file, and is handed its layers by name.",
    ),
)


class OffloadParams(OnRequest[ScanBody]):
    """Fetch each layer's parameters from host memory inside the scan."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, found: ScanBody) -> None:
        if found.layers is None:
            self.refuse("the scan goes through nothing, or does not hand it over by name", _HERE)
        body = found.body
        inside = [c for c, p in placements(self.facts).items() if p.space == DEVICE]
        if any(around is body for c in inside for around in self.module.ancestors(c)):
            self.refuse(f"`{body.name}` fetches from host memory already")
        put = self.spelled("jax.device_put", body)
        space = self.spelled("jax.memory.Space.Device", body)
        self.insert_before(found.first, [f"{found.layers} = {put}({found.layers}, {space})"])
        if found.checkpointed:
            return
        self.lower(_CHECKPOINTED, f"`{body.name}` is put under `jax.checkpoint`", Promise.CLOSE)
        # Without it the backward pass keeps what every turn fetched.
        checkpoint = self.spelled("jax.checkpoint", found.node)
        given = found.node.args[0]
        self.replace(given, f"{checkpoint}({self.code(given)}, prevent_cse=False)")

    def requested(self, qualname: str) -> list[ScanBody]:
        return [s for s in scan_bodies(self.facts).values() if qualname in s.asked_by]
