import jax
import jax.numpy as jnp

activations = []


def block(params, x):
    h = jax.nn.silu(x @ params["up"]) @ params["down"]
    activations.append(jnp.mean(jnp.abs(h)))
    return x + h


@jax.jit
def forward(layers, x):
    for layer in layers:
        x = block(layer, x)
    return x


def inspect(layers, x):
    y = forward(layers, x)
    print([float(a) for a in activations])
    return y
