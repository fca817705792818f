"""A manager that is told to write before `save` returns."""

import orbax.checkpoint as ocp


def export(path, params):
    options = ocp.CheckpointManagerOptions(enable_async_checkpointing=False)
    manager = ocp.CheckpointManager(path, options=options)
    manager.save(0, args=ocp.args.StandardSave(params))
