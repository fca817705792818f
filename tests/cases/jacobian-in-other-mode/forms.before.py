# not executed: nothing is rewritten
import jax
import jax.numpy as jnp

COUNT = 10_000


def curve(theta, times):
    height, rate = theta
    return height * jnp.exp(-rate * times)


def loss(w):
    return jnp.sum(jnp.tanh(w) ** 2)


def main(theta):
    times = jnp.linspace(0.0, 1.0, COUNT)
    tall = jax.jacrev(curve)(theta, times)  # want: JOL520 (warning) "about 10,000 numbers"
    one = jax.jacfwd(loss)(jnp.ones(500))  # want: JOL520 "one comes out"
    return tall, one
