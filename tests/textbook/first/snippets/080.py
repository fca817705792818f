import jax
import jax.numpy as jnp
import jax.tree_util as jtu


def loss(params, x, y):
    h = jnp.tanh(params["w1"] @ x)
    return (params["w2"] @ h - y) ** 2


grad_one = jax.jit(jax.grad(loss))


def clipped_mean_grad(params, xs, ys, clip):
    total = jtu.tree_map(jnp.zeros_like, params)
    for x, y in zip(xs, ys):
        g = grad_one(params, x, y)
        norm = jnp.sqrt(sum(jnp.vdot(l, l) for l in jtu.tree_leaves(g)))
        g = jtu.tree_map(lambda t: t * jnp.minimum(1.0, clip / norm), g)
        total = jtu.tree_map(jnp.add, total, g)
    return jtu.tree_map(lambda t: t / len(xs), total)


if __name__ == "__main__":
    p = {"w1": jnp.ones((256, 512)), "w2": jnp.ones(256)}
    g = clipped_mean_grad(p, jnp.ones((2048, 512)), jnp.ones(2048), 1.0)
