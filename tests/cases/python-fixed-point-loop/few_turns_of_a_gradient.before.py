import jax
import jax.numpy as jnp


@jax.jit
def attack(image, weights):
    """Ten turns, with a forward and a backward pass each."""

    def loss(change):
        return jnp.sum(jnp.tanh((image + change) @ weights))

    slope = jax.grad(loss)
    change = jnp.zeros_like(image)
    for _ in range(10):  # want: JOL203 "updates `change`"
        change = change + 0.1 * jnp.sign(slope(change))
        change = jnp.clip(change, -1.0, 1.0)
    return image + change


@jax.jit
def warmed(image, weights):
    for _ in range(5):
        image = image - jax.grad(lambda x: jnp.sum((x @ weights) ** 2))(image)
    return image


def run(image, weights):
    return attack(image, weights), warmed(image, weights)


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (4,)), jax.random.normal(b, (4, 3))
