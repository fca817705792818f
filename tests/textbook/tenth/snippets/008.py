import functools

import jax
import jax.numpy as jnp

policy = jax.checkpoint_policies.save_only_these_names("attn_out", "mlp_out")


@functools.partial(jax.checkpoint, policy=policy)
def layer(params, x):
    attn_out = jax.nn.softmax(x @ params["qk"] @ x.T) @ x
    x = x + attn_out
    mlp_out = jax.nn.gelu(x @ params["up"]) @ params["down"]
    return x + mlp_out


def loss(stack, x):
    for params in stack:
        x = layer(params, x)
    return jnp.mean(x**2)


def init_layer(key):
    a, b, c = jax.random.split(key, 3)
    return {
        "qk": 0.05 * jax.random.normal(a, (16, 16)),
        "up": 0.05 * jax.random.normal(b, (16, 64)),
        "down": 0.05 * jax.random.normal(c, (64, 16)),
    }


stack = [init_layer(k) for k in jax.random.split(jax.random.key(0), 4)]
x = jax.random.normal(jax.random.key(1), (8, 16))
grads = jax.jit(jax.grad(loss))(stack, x)
print(jax.tree.map(jnp.shape, grads[0]))
