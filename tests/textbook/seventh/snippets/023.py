import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name

policy = jax.checkpoint_policies.save_and_offload_only_these_names(
    names_which_can_be_saved=["mlp_in"],
    names_which_can_be_offloaded=["block_in"],
    offload_src="device",
    offload_dst="pinned_host",
)


def block(h, params):
    h = checkpoint_name(h, "block_in")
    y = checkpoint_name(h @ params["up"], "mlp_in")
    return h + jax.nn.gelu(y) @ params["down"], None


@jax.jit
def grad_fn(stacked, x):
    def loss_fn(p):
        h, _ = jax.lax.scan(jax.checkpoint(block, policy=policy, prevent_cse=False), x, p)
        return jnp.mean(h**2)

    return jax.grad(loss_fn)(stacked)


LAYERS, DIM = 16, 1024
k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
stacked = {
    "up": 0.02 * jax.random.normal(k1, (LAYERS, DIM, 4 * DIM)),
    "down": 0.02 * jax.random.normal(k2, (LAYERS, 4 * DIM, DIM)),
}
grads = grad_fn(stacked, jax.random.normal(k3, (4, 2_048, DIM)))
print(jax.tree.map(jnp.shape, grads))
