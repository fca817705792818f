import jax
import jax.numpy as jnp
from jax import checkpoint_policies as cp
from jax.ad_checkpoint import checkpoint_name

offload = cp.save_and_offload_only_these_names(
    names_which_can_be_saved=["logits_in"],
    names_which_can_be_offloaded=["residual"],
    offload_src="device",
    offload_dst="pinned_host",
)


def block(x, w):
    x = checkpoint_name(x, "residual")
    h = jax.nn.gelu(x @ w[0])
    return x + checkpoint_name(h, "logits_in") @ w[1], None


def loss(ws, x):
    body = jax.remat(block, policy=offload, prevent_cse=False)
    y, _ = jax.lax.scan(body, x, ws)
    return jnp.sum(y**2)


grad_fn = jax.jit(jax.grad(loss))


def memory(ws, x):
    stats = grad_fn.lower(ws, x).compile().memory_analysis()
    return None if stats is None else stats.temp_size_in_bytes


if __name__ == "__main__":
    ws = (jnp.ones((4, 16, 32)) * 0.01, jnp.ones((4, 32, 16)) * 0.01)
    print(jax.make_jaxpr(jax.grad(loss))(ws, jnp.ones((2, 16))).jaxpr.outvars)
