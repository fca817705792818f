import jax
import jax.numpy as jnp


def block(params, x):
    hidden = jnp.tanh(x @ params["w1"])
    return hidden @ params["w2"]


def forward(blocks, x):
    for params in blocks:
        x = x + block(params, x)  # want: JOL303 "repeated in a loop"
    return jnp.mean(x**2)


@jax.jit
def run(blocks, x):
    return jax.value_and_grad(forward)(blocks, x)


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    params = {"w1": jax.random.normal(k1, (6, 8)), "w2": jax.random.normal(k2, (8, 6))}
    return [params, params], jax.random.normal(k3, (5, 6))
