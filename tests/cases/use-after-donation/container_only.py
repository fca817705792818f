"""The names in a dict, and what is stored there or removed, need none of the donated arrays."""

from functools import partial

import jax


@partial(jax.pmap, axis_name="devices", donate_argnums=(1,))
def evaluate(state, batch):
    return state, {name: part.sum() for name, part in batch["inputs"].items()}


def sizes(state, batches):
    found = {}
    for batch in batches:
        state, results = evaluate(state, batch)
        for name in batch["inputs"].keys():
            found[name] = (batch["inputs"][name].shape[2:], results[name])
    return found


def replaced(state, batch, fresh):
    state, results = evaluate(state, batch)
    del batch["mask"]
    batch["inputs"] = fresh
    return state, results
