import jax
import jax.numpy as jnp

D_MODEL, D_FF, VOCAB = 512, 2_048, 32_000

PARAM_SHAPES = {
    "embed": (VOCAB, D_MODEL),
    "mlp": {"up": (D_MODEL, D_FF), "down": (D_FF, D_MODEL)},
    "norm": {"scale": (D_MODEL,)},
}


def init_zeros(shapes, dtype=jnp.float32):
    return jax.tree.map(lambda shape: jnp.zeros(shape, dtype), shapes)


def init_adam_state(shapes):
    return {
        "mu": init_zeros(shapes),
        "nu": init_zeros(shapes),
        "count": jnp.zeros((), jnp.int32),
    }


if __name__ == "__main__":
    state = init_adam_state(PARAM_SHAPES)
    num_elements = sum(x.size for x in jax.tree.leaves(state["mu"]))
    print(f"first-moment elements: {num_elements:,}")
