"""Absolute and unknown paths, saves that something waits for, and trees restored into a target."""

import os
from pathlib import Path

import jax
import optax
import orbax.checkpoint as ocp
from flax import serialization
from flax.training import checkpoints

ROOT = os.path.abspath("runs")
optimizer, plain = optax.adam(1e-3), optax.sgd(0.1)


def absolute(params, step, folder, other):
    with ocp.StandardCheckpointer() as saver:
        saver.save(f"{ROOT}/{step}", params)
        saver.save(os.path.join(ROOT, "params"), params)
        saver.save(Path("out").resolve() / "params", params)
        saver.save("gs://bucket/params", params)
        saver.save(os.path.join("out", "/tmp", "params"), params)
        saver.save(folder, params)
    checkpoints.save_checkpoint(folder, params, step)
    other.save("out/params", params)


def waited(path, params):
    saver = ocp.StandardCheckpointer()
    saver.save(path, params)
    saver.wait_until_finished()


def closed(path, params):
    manager = ocp.CheckpointManager(path)
    for turn in range(10):
        manager.save(turn, args=ocp.args.StandardSave(params))
    manager.close()


def read_again(path, params):
    saver = ocp.StandardCheckpointer()
    saver.save(path, params)
    return saver.restore(path, params)


def entered(path, params):
    saver = ocp.StandardCheckpointer()
    with saver:
        saver.save(path, params)


def handed_on(path, params):
    saver = ocp.StandardCheckpointer()
    saver.save(path, params)
    return saver


def at_once(path, params):
    saver = ocp.PyTreeCheckpointer()
    saver.save(path, params)
    manager = ocp.CheckpointManager(path, saver)
    manager.save(0, params)


class Keeper:
    def __init__(self, path):
        self.saver = ocp.StandardCheckpointer()
        self.path = path

    def save(self, params):
        self.saver.save(self.path, params)


def into_a_target(path, params, slope):
    with ocp.StandardCheckpointer() as saver:
        tree = saver.restore(path, {"params": params, "state": optimizer.init(params)})
    return optimizer.update(slope, tree["state"], tree["params"])


def made_again(path, params, slope):
    tree = ocp.PyTreeCheckpointer().restore(path)
    state = serialization.from_state_dict(optimizer.init(params), tree["state"])
    own = tree["state"]
    own = jax.tree.unflatten(jax.tree.structure(state), jax.tree.leaves(own))
    updates, own = optimizer.update(slope, own, params)
    return optimizer.update(updates, state, params), plain.update(slope, tree["plain"], params)
