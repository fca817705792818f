import math

import jax
import jax.numpy as jnp

NUM_STEPS, BATCH, CATEGORIES = 20_000, 256, 64
temperature = 1.0


def init_params(key):
    return {"logits": 0.01 * jax.random.normal(key, (BATCH, CATEGORIES))}


@jax.jit
def relaxed_sample(params, key):
    gumbel = jax.random.gumbel(key, params["logits"].shape)
    return jax.nn.softmax((params["logits"] + gumbel) / temperature, axis=-1)


def run(params, seed=0):
    global temperature
    key = jax.random.key(seed)
    sharpness = []
    for step in range(NUM_STEPS):
        temperature = max(0.1, math.exp(-1e-4 * step))
        sample = relaxed_sample(params, jax.random.fold_in(key, step))
        if step % 1_000 == 0:
            sharpness.append(float(sample.max(axis=-1).mean()))
    return sharpness


if __name__ == "__main__":
    print(run(init_params(jax.random.key(1))))
