import jax
import jax.numpy as jnp


def tower(layers, x):
    def block(h, layer):
        hidden = jax.nn.gelu(h @ layer["w1"])
        return h + hidden @ layer["w2"], None

    # The whole stack, whose checkpoints are kept on disk.
    h, _ = jax.lax.scan(block, x, layers)  # want: JOL303 "2 matrix products scanned"
    return jnp.sum(h**2)


gradient = jax.grad(tower)


@jax.jit
def run(layers, x):
    return gradient(layers, x)


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    layers = {
        "w1": 0.3 * jax.random.normal(k1, (4, 6, 8)),
        "w2": 0.3 * jax.random.normal(k2, (4, 8, 6)),
    }
    return layers, jax.random.normal(k3, (5, 6))
