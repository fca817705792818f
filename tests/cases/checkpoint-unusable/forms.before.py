# not executed: nothing is rewritten
import os
from pathlib import Path

import jax
import optax
import orbax.checkpoint as ocp
from flax.training import checkpoints

ROOT = "runs"
optimizer = optax.adam(1e-3)


def relative(params, step):
    with ocp.StandardCheckpointer() as saver:
        saver.save("out/params", params)  # want: JOL870 (error) "is a relative path"
        saver.save(os.path.join(ROOT, str(step)), params)  # want: JOL870 "raises ValueError"
        saver.save(Path(ROOT) / f"{step}", params)  # want: JOL870 "is a relative path"
    saver = ocp.PyTreeCheckpointer()
    checkpoints.save_checkpoint("./out", params, step)  # want: JOL870 "absolute ones alone"
    return ocp.PyTreeCheckpointer().restore(f"out/{step}")  # want: JOL870 "is a relative path"


def managed(params):
    manager = ocp.CheckpointManager(ROOT)  # want: JOL870 "is a relative path"
    manager.save(0, args=ocp.args.StandardSave(params))
    manager.wait_until_finished()


def export(path, params):
    saver = ocp.StandardCheckpointer()
    saver.save(path, params)  # want: JOL870 (warning) "nothing waits for it"


def each_turn(path, params, turns):
    manager = ocp.CheckpointManager(path)
    start = manager.latest_step()
    for turn in range(start, turns):
        manager.save(turn, args=ocp.args.StandardSave(params))  # want: JOL870 "before the checkpoint is written"


def at_once(path, params):
    ocp.StandardCheckpointer().save(path, params)  # want: JOL870 "nothing waits for it"


def resumed(path, slope):
    tree = ocp.PyTreeCheckpointer().restore(path)  # want: JOL870 "without a target"
    params, state = tree["params"], tree["state"]
    for _ in range(3):
        updates, state = optimizer.update(slope, state, params)
        params = optax.apply_updates(params, updates)
    return params


@jax.jit
def step(params, state, slope):
    updates, state = optimizer.update(slope, state, params)
    return optax.apply_updates(params, updates), state


def resumed_in_steps(path, slope):
    with ocp.StandardCheckpointer() as saver:
        tree = saver.restore(path)  # want: JOL870 "dictionaries and lists"
    params = tree["params"]
    state = tree["state"]
    for _ in range(3):
        params, state = step(params, state, slope)
    return params
