import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=(0,))
def to_inference_weights(params):
    return jax.tree.map(lambda p: p.astype(jnp.bfloat16), params)


@jax.jit
def predict(params, x):
    h = jax.nn.relu(x.astype(jnp.bfloat16) @ params["w1"])
    return (h @ params["w2"]).astype(jnp.float32)


def init(key):
    k1, k2 = jax.random.split(key)
    return {
        "w1": jax.random.normal(k1, (256, 512)),
        "w2": jax.random.normal(k2, (512, 10)),
    }


params = init(jax.random.key(0))
params = to_inference_weights(params)
x = jax.random.normal(jax.random.key(1), (32, 256))
print(predict(params, x).shape)
