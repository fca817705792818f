# not executed: it needs Orbax
import os

import orbax.checkpoint as ocp

os.environ["XLA_FLAGS"] = "--xla_gpu_autotune_level=2"
checkpointer = ocp.PyTreeCheckpointer()


def save(path, tree):
    checkpointer.save(path, tree)
