# not executed: it needs Orbax
import os

import orbax.checkpoint as ocp

checkpointer = ocp.PyTreeCheckpointer()
os.environ["XLA_FLAGS"] = "--xla_gpu_autotune_level=2"  # want: JOL901 "`ocp.PyTreeCheckpointer`"


def save(path, tree):
    checkpointer.save(path, tree)
