import jax
import jax.numpy as jnp

devices = jax.local_devices()


def init(key):
    return {"w": 0.1 * jax.random.normal(key, (16, 4)), "b": jnp.zeros(4)}


@jax.pmap
def predict(params, x):
    return jax.nn.softmax(x @ params["w"] + params["b"])


params = init(jax.random.key(0))
params = jax.device_put_replicated(params, devices)
x = jnp.ones((len(devices), 8, 16))
print(predict(params, x).shape)
