"""A loop that a device value ends becomes one call of `jax.lax.while_loop`."""

from __future__ import annotations

from jaxopt_lint.patterns.device_tests import device_test
from jaxopt_lint.patterns.device_while import DeviceWhile
from jaxopt_lint.patterns.loop_codemod import LoopCodemod
from jaxopt_lint.semantics.jax.excerpt import fresh, without_trailing_space
from jaxopt_lint.semantics.subjects.looping.loops import loops
from jaxopt_lint.semantics.subjects.looping.plan import (
    body_text,
    bound_before,
    first_mention,
    opens_block,
    wrapped,
)


class WhileLoop(LoopCodemod[DeviceWhile]):
    """Repeat the step on the device with `jax.lax.while_loop`."""

    preconditions = ()

    def rebuild(self, found: DeviceWhile) -> None:
        # What it does differs: no reverse-mode gradient, and a compilation at each call.
        self.display = True
        node, loop = found.node, loops(self.facts).of(found.node)
        for name in found.state:
            if not bound_before(self.facts, loop, name):
                self.refuse(f"`{name}` has no value in front of the loop")
        state = sorted(found.state, key=lambda name: first_mention(loop, name))
        taken = set(state)
        test = fresh(self.facts, node, "unfinished", "goes_on", taken=taken)
        body = fresh(self.facts, node, "body", "loop_body", taken=taken)
        names = ", ".join(state)
        if len(state) == 1:
            carry, opening, values = names, "", names
        else:
            carry = fresh(self.facts, node, "carry", "carry_", taken=taken)
            opening, values = f"    {names} = {carry}\n", f"({names})"
        comment = self.excerpt.header_comment(node)
        text = (
            f"def {test}({carry}):{comment}\n{opening}    return {device_test(self, node.test)}\n\n"
            f"def {body}({carry}):\n{opening}{body_text(loop, self.excerpt)}    return {names}\n\n"
        )
        call = self.spelled("jax.lax.while_loop", node)
        text += wrapped(names, call, [test, body, values], node.col_offset) + "\n"
        lead = "" if opens_block(self.facts, loop, set()) else "\n"
        self.replace_statement(node, without_trailing_space(self.surgeon.parse(lead + text, node)))
