import functools

import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name

policy = jax.checkpoint_policies.save_only_these_names("attn", "mlp_in")


@functools.partial(jax.checkpoint, policy=policy, prevent_cse=False)
def layer(x, p):
    scores = jax.nn.softmax(x @ p["q"] @ x.swapaxes(-1, -2), axis=-1)
    x = x + checkpoint_name(scores @ x @ p["o"], "attn")
    h = checkpoint_name(x @ p["up"], "mlp_in")
    return x + jax.nn.gelu(h) @ p["down"], None


def loss(stack, x):
    out, _ = jax.lax.scan(layer, x, stack)
    return jnp.mean(out**2)


@jax.jit(donate_argnums=0)
def train_step(stack, x):
    g = jax.grad(loss)(stack, x)
    return jax.tree.map(lambda p, d: p - 1e-3 * d, stack, g)


if __name__ == "__main__":
    d, n = 8, 3
    shapes = {"q": (n, d, d), "o": (n, d, d), "up": (n, d, 4 * d), "down": (n, 4 * d, d)}
    keys = dict(zip(shapes, jax.random.split(jax.random.key(0), len(shapes))))
    st = {k: 0.1 * jax.random.normal(keys[k], s) for k, s in shapes.items()}
    print(train_step(st, jnp.ones((2, 5, d)))["q"].shape)
