import jax
import jax.numpy as jnp


def loss_fn(w, x):
    return jnp.mean((x @ w) ** 2)


grad_fn = jax.grad(loss_fn)


def step(w, x):
    loss = loss_fn(w, x)  # want: JOL501
    return loss, w - grad_fn(w, x)


def check(w, x):
    # The second caller wants no value: this gradient function is left alone.
    return jnp.linalg.norm(grad_fn(w, x))
