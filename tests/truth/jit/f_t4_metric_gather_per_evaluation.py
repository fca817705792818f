"""The same helper within the summary that each evaluation writes."""

import jax
import numpy as np
from flax import jax_utils


def summarise(packs, writer, step, pad):
    mask = np.zeros([pad])
    mask[: len(packs)] = 1
    table = {"mask": mask, "score": np.zeros([pad])}
    for i, pack in enumerate(packs):
        table["score"][i] = pack["score"]
    n = jax.local_device_count()
    table = {k: v.reshape((n, v.shape[0] // n) + v.shape[1:]) for k, v in table.items()}
    table = jax.device_get(
        jax_utils.unreplicate(
            jax.pmap(lambda v: jax.lax.all_gather(v, "dev"), "dev")(table)  # want: JOL102
        )
    )
    writer.write_scalars(step, {"score": table["score"].mean()})


def train(dataset, p_train, p_eval, state, writer, total, every):
    for step in range(total):
        state, _ = p_train(state, next(dataset.train))
        if step % every == 0:
            packs = []
            for batch in dataset.valid:
                packs.append(p_eval(state, batch))
            summarise(packs, writer, step, 128)
    return state
