from functools import partial

import jax
import jax.numpy as jnp

NUM_LAYERS = 24
DIM = 512


@partial(jax.checkpoint, prevent_cse=False)
def mlp_layer(x, layer):
    normed = x * jax.lax.rsqrt(jnp.mean(x**2, axis=-1, keepdims=True) + 1e-6)
    return x + jax.nn.gelu(normed @ layer["up"]) @ layer["down"], None


def init_layers(key):
    up_key, down_key = jax.random.split(key)
    return {
        "up": jax.random.normal(up_key, (NUM_LAYERS, DIM, 4 * DIM)) * DIM**-0.5,
        "down": jax.random.normal(down_key, (NUM_LAYERS, 4 * DIM, DIM)) * (4 * DIM) ** -0.5,
    }


def loss_fn(layers, x):
    hidden, _ = jax.lax.scan(mlp_layer, x, layers)
    return jnp.mean(hidden**2)


layers = init_layers(jax.random.key(0))
x = jax.random.normal(jax.random.key(1), (8, 1_024, DIM))
loss, grads = jax.jit(jax.value_and_grad(loss_fn))(layers, x)
print("loss", float(loss), jax.tree.map(jnp.shape, grads))
