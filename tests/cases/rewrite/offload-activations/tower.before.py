# rewrite: tower, decoder_layer
import jax
import jax.numpy as jnp


def tower(layers, x):
    def block(h, layer):
        """One layer."""
        # The inputs.
        hidden = jax.nn.gelu(h @ layer["w1"])
        return h + hidden @ layer["w2"], None

    # The whole stack.
    h, _ = jax.lax.scan(block, x, layers)  # A
    return h


def decoder_layer(carry, w):
    h, total = carry
    h = jnp.tanh(h @ w)
    return (h, total + jnp.sum(h**2)), jnp.mean(h)


def decoder(ws, h):
    (h, total), means = jax.lax.scan(decoder_layer, (h, 0.0), xs=ws)
    return jnp.sum(h) + total + jnp.sum(means)


@jax.jit
def run(layers, ws, x):
    return decoder(ws, tower(layers, x))


def inputs(key):
    k1, k2, k3, k4 = jax.random.split(key, 4)
    layers = {
        "w1": 0.3 * jax.random.normal(k1, (4, 6, 8)),
        "w2": 0.3 * jax.random.normal(k2, (4, 8, 6)),
    }
    return layers, 0.3 * jax.random.normal(k3, (3, 6, 6)), jax.random.normal(k4, (5, 6))
