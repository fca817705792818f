"""Gradient of a mean loss, accumulated over microbatches.

``run(w, x, y, micro)`` returns (loss, grad) of the mean over all N examples of
the logistic loss log(1 + exp(-y * x.w)).  It goes through the data in
microbatches of ``micro`` examples; the last one may be smaller.
"""
import jax
import jax.numpy as jnp


@jax.jit
@jax.value_and_grad
def _mean_loss(w, x, y):
    return jnp.mean(jnp.logaddexp(0.0, -y * (x @ w)))


def run(w, x, y, micro=4):
    n = x.shape[0]
    loss, grad = 0.0, jnp.zeros_like(w)
    for s in range(0, n, micro):
        xb, yb = x[s:s + micro], y[s:s + micro]
        l, g = _mean_loss(w, xb, yb)
        share = 1.0 / -(-n // micro)
        loss, grad = loss + share * l, grad + share * g
    return loss, grad


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    return (jax.random.normal(a, (3,)), jax.random.normal(b, (12, 3)),
            jnp.sign(jax.random.normal(c, (12,))), 4)
