"""Launch layouts in which one process drives all devices of a node."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity

_NODES = frozenset({"SLURM_NNODES", "SLURM_JOB_NUM_NODES", "SLURM_NODEID"})


class OneProcessPerNode(Rule[ast.AST]):
    """One process is given several GPUs, where one process a GPU is often faster.

    ## Why is this slow?
    One Python process that drives all GPUs of a node dispatches to them one after the other. With
    one process for each GPU the dispatch runs side by side, and some programs run faster for it.
    `jax.distributed.initialize()` finds that layout by itself under SLURM.

    ## Example
    ```python
    import jax

    jax.distributed.initialize(
        "host:1234", num_processes=4, process_id=0, local_device_ids=[0, 1, 2, 3, 4, 5, 6, 7]
    )
    ```
    Start eight times as many processes, each with one device, and measure both.

    ## When to keep it
    On TPU, and where you measured. This rule is advice: it is off unless it is selected by name.
    """

    code = "JOL907"
    summary = "One process drives several GPUs"
    severity = Severity.INFO
    default = False
    words = ("distributed",)

    def visit_Call(self, node: ast.Call) -> None:
        if self.facts.names.call(node) != "jax.distributed.initialize":
            return
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        devices = given.get("local_device_ids")
        processes = given.get("num_processes")
        if isinstance(devices, (ast.List, ast.Tuple)) and len(devices.elts) > 1:
            self._advise(node, f"this process drives {len(devices.elts)} devices")
        elif processes is not None and self._counts_nodes(processes):
            self._advise(node, "there is one process for each node")

    def _advise(self, node: ast.Call, what: str) -> None:
        self.report(
            node,
            f"{what}, and hands out their work one after the other",
            help="try one process for each GPU, and measure both",
            assumed=("the devices are GPUs",),
        )

    def _counts_nodes(self, value: ast.expr) -> bool:
        """Whether a number is read from what a scheduler says of its nodes."""
        if isinstance(value, ast.Name):
            bound = self.facts.names.value(value)
            value = bound if bound is not None else value
        return any(isinstance(n, ast.Constant) and n.value in _NODES for n in ast.walk(value))
