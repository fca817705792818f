# not executed: every marked line raises
import functools

import jax
import jax.numpy as jnp
import optax


def loss_fn(params, batch):
    return jnp.mean((batch @ params) ** 2)


def train_step(params, opt_state, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    grads = jax.lax.pmean(grads, "batch")  # want: JOL610 "over `batch` has no such axis here"
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, jax.lax.pmean(loss, axis_name="batch")  # want: JOL610


optimizer = optax.sgd(0.1)


def train(params, batches):
    step = jax.jit(train_step, donate_argnums=(0, 1))
    opt_state = optimizer.init(params)
    for batch in batches:
        params, opt_state, _ = step(params, opt_state, batch)
    return params


@jax.jit
def total(x):
    def one(carry, row):
        return carry + jax.lax.psum(row, "rows"), None  # want: JOL610

    return jax.lax.scan(one, 0.0, x)[0]


@functools.partial(jax.vmap, in_axes=0)
def centred(x):
    return x - jax.lax.pmean(x, "i")  # want: JOL610


if __name__ == "__main__":
    print(train(jnp.ones(3), [jnp.ones((8, 3))]))
    print(total(jnp.ones((8, 3))), centred(jnp.ones((8, 3))))
