"""SGD with momentum and dampening, as in torch.optim.SGD.

``run(w, grads, lr, momentum, dampening)`` applies the gradients grads[0],
grads[1], ... of the array grads (T, D) in turn.  The momentum buffer is set to the first gradient
undamped; afterwards buf = momentum * buf + (1 - dampening) * g.  Then
w = w - lr * buf.  Returns the final w.
"""
import jax
import jax.numpy as jnp


def run(w, grads, lr=0.1, momentum=0.9, dampening=0.0):
    buf = None
    for g in grads:
        if buf is None:
            buf = g
        else:
            buf = momentum * buf + (1.0 - dampening) * g
        w = w - lr * buf
    return w


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (5,)), jax.random.normal(b, (7, 5)), 0.1, 0.9, 0.0
