import functools

import jax
import jax.numpy as jnp
from jax import checkpoint_policies as cp
from jax.ad_checkpoint import checkpoint_name

offload = cp.save_and_offload_only_these_names(
    names_which_can_be_saved=["hidden"],  # want: JOL306 "keeps nothing"
    names_which_can_be_offloaded=["inputs"],  # want: JOL306 "`layer` gives no value the name .inputs."
    offload_src="device",
    offload_dst="pinned_host",
)


def layer(x, w):
    w1, w2 = w
    x = checkpoint_name(x, "input")
    y = x @ w1
    return y @ w2, None


def scanned(w, x):
    remat_layer = jax.remat(layer, policy=offload, prevent_cse=False)
    return jnp.sum(jax.lax.scan(remat_layer, x, w)[0])


def scores(q, k):
    return jax.nn.softmax(q @ k.T, axis=-1)


@functools.partial(
    jax.checkpoint, policy=jax.checkpoint_policies.save_only_these_names("scores")  # want: JOL306
)
def attention(q, k, v):
    return scores(q, k) @ v


def excluded(w, x):
    policy = cp.save_anything_except_these_names("gelu")  # want: JOL306 "leaves nothing out"

    def mlp(w, x):
        return checkpoint_name(jax.nn.gelu(x @ w), "activation") @ w.T

    return jnp.sum(jax.checkpoint(mlp, policy=policy)(w, x))
