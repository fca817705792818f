import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name


def block(x, w):
    h = checkpoint_name(x @ w, "hidden")  # want: JOL306 "given no .* the name .hidden. changes nothing"
    return jnp.tanh(h)


def loss(w, x):
    return jnp.sum(jax.checkpoint(block)(x, w))
