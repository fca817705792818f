import jax
import jax.numpy as jnp


def step(x):
    return x * 0.5 + 1.0


def module_function(x):
    for _ in range(10):
        x = jax.jit(step)(x)
    return x


def module_attribute(key):
    for i in range(10):
        key = jax.jit(jax.random.fold_in)(key, i)
    return key


def local_bound_outside(x, rate):
    def update(v):
        return v - rate * v

    doubled = jax.vmap(update)
    for _ in range(10):
        x = jax.jit(update)(x)
        x = jax.jit(doubled)(x)
    return x


def parameter(f, x):
    for _ in range(10):
        x = jax.jit(f)(x)
    return x


def attribute_of_an_optimizer(tx, params, state, batches):
    for grads in batches:
        updates, state = jax.jit(tx.update)(grads, state)
        params = jax.tree.map(jnp.add, params, updates)
    return params
