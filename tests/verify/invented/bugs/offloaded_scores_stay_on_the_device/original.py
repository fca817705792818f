import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name


def inputs(key):
    a, b = jax.random.split(key)
    return (jax.random.normal(a, (8, 8)) / 3.0, jax.random.normal(b, (4, 8)))


def block(w, x):
    return jnp.sin(jnp.tanh(checkpoint_name(x @ w, "scores"))) + x


POLICY = jax.checkpoint_policies.save_and_offload_only_these_names(
    names_which_can_be_saved=[],
    names_which_can_be_offloaded=["scores"],
    offload_src="device",
    offload_dst="pinned_host",
)


@jax.jit
def run(w, x):
    """A block whose scores wait in host memory for the backward pass."""
    return jnp.sum(jax.checkpoint(block, policy=POLICY)(w, x) ** 2)
