import os

import jax
import jax.numpy as jnp


def build_params(key):
    k1, k2 = jax.random.split(key)
    return {"w1": jax.random.normal(k1, (8, 16)), "w2": jax.random.normal(k2, (16, 1))}


def main():
    params = build_params(jax.random.key(0))
    jax.distributed.initialize(
        coordinator_address=os.environ.get("COORDINATOR", "127.0.0.1:51234"),
        num_processes=int(os.environ.get("NUM_PROCESSES", "1")),
        process_id=int(os.environ.get("PROCESS_ID", "0")),
    )
    print("process", jax.process_index(), "of", jax.process_count())
    x = jnp.ones((4, 8))
    print(jnp.tanh(x @ params["w1"]) @ params["w2"])


if __name__ == "__main__":
    main()
