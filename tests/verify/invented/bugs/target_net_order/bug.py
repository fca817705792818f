"""Q-learning style online/target weights.

``run(w, target, grads, lr, tau)``: in each step first w = w - lr * g, then
target = (1 - tau) * target + tau * w with the new w.
Returns (w, target) after all gradients.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(w, target, grads, lr=0.1, tau=0.05):
    def step(carry, g):
        w, target = carry
        new_w = w - lr * g
        return (new_w, target + tau * (w - target)), None

    return jax.lax.scan(step, (w, target), grads)[0]


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    n = jax.random.normal
    return n(a, (4,)), n(b, (4,)), n(c, (6, 4)), 0.1, 0.05
