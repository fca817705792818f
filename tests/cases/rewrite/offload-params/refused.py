# refused: repeated: "goes through nothing"
# refused: fetched: "fetches from host memory already"
import jax
import jax.numpy as jnp


def repeated(x):
    def block(h, _):
        return jnp.tanh(h), None

    return jax.lax.scan(block, x, None, length=3)[0]


def fetched(ws, x):
    def block(h, w):
        return jnp.tanh(h @ jax.device_put(w, jax.memory.Space.Device)), None

    return jax.lax.scan(block, x, ws)[0]
