import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name

policy = jax.checkpoint_policies.save_and_offload_only_these_names(
    names_which_can_be_saved=[],
    names_which_can_be_offloaded=["hidden"],
    offload_src="device",
    offload_dst="pinned_host",
)


def layer(x, w):
    h = checkpoint_name(jax.nn.silu(x @ w["up"]), "ffn_hidden")
    return x + h @ w["down"], None


def loss(stacked, x):
    body = jax.checkpoint(layer, policy=policy, prevent_cse=False)
    out, _ = jax.lax.scan(body, x, stacked)
    return jnp.mean(out**2)


grad_fn = jax.jit(jax.grad(loss))
add = jax.jit(lambda a, b: jax.tree.map(jnp.add, a, b), donate_argnums=0)


def accumulate(stacked, batches):
    total = jax.tree.map(jnp.zeros_like, stacked)
    for x in batches:
        total = add(total, grad_fn(stacked, x))
    return total
