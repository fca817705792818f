"""Keeps what a scan carries in host memory between the forward and the backward pass.

On request only: whether it pays is for an accelerator to say, where the device memory falls by
the carried values and each iteration of the backward pass waits for a transfer. JAX takes no
second derivative through such values; the evidence says so.
"""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import OnRequest, Promise
from jaxopt_lint.semantics.jax.excerpt import fresh
from jaxopt_lint.semantics.subjects.memory.scan_bodies import ScanBody, scan_bodies

_NAME = "jax.ad_checkpoint.checkpoint_name"
_POLICY = "jax.checkpoint_policies.save_and_offload_only_these_names"


class OffloadActivations(OnRequest[ScanBody]):
    """Move the inputs of each iteration of a scan to host memory until the backward pass."""

    promise = Promise.CLOSE

    def rewrite(self, found: ScanBody) -> None:
        if found.checkpointed:
            self.refuse(f"`{found.body.name}` is under `jax.checkpoint` already: extend its policy")
        statement = self.module.statement(found.node)
        if isinstance(statement, (ast.For, ast.While, ast.If, ast.With, ast.FunctionDef)):
            self.refuse("the scan stands in the head of a statement")
        if self.module.function(statement) is not self.module.function(found.node):
            self.refuse("the scan stands in a lambda")
        self._mark(found)
        name = f"offloaded_{found.body.name}"
        name = fresh(self.facts, statement, name, f"{name}_body")
        checkpoint = self.spelled("jax.checkpoint", statement)
        policy = self.spelled(_POLICY, statement)
        given = found.node.args[0]
        # The body of a scan is compiled by itself: what the barrier prevents cannot happen.
        self.insert_before(
            statement,
            [
                f"{name} = {checkpoint}(\n"
                f"    {self.code(given)},\n"
                f"    policy={policy}(\n"
                "        names_which_can_be_saved=[],\n"
                f'        names_which_can_be_offloaded=["{_label(found)}"],\n'
                '        offload_src="device",\n'
                '        offload_dst="pinned_host",\n'
                "    ),\n"
                "    prevent_cse=False,\n"
                ")"
            ],
        )
        self.replace(given, name)

    def requested(self, qualname: str) -> list[ScanBody]:
        return [s for s in scan_bodies(self.facts).values() if qualname in s.asked_by]

    def _mark(self, found: ScanBody) -> None:
        carry = found.carry
        if carry is None:
            self.refuse(f"`{found.body.name}` takes no carry by name")
        named = self.spelled(_NAME, found.body)
        self.insert_before(found.first, [f'{carry} = {named}({carry}, "{_label(found)}")'])


def _label(found: ScanBody) -> str:
    return f"{found.body.name}_{found.carry}"
