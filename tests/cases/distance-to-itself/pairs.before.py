# not executed: nothing is rewritten
import jax
import jax.numpy as jnp


def energy(x):
    # of all pairs
    delta = x[:, None, :] - x[None, :, :]
    distance = jnp.sqrt(jnp.sum(delta**2, axis=-1))  # want: JOL514 "each point of `x` and itself"
    return jnp.sum(jnp.triu(1.0 / (1.0 + distance), 1))


def spread(params, scale):
    norms = jnp.linalg.norm(params[:, None] - params[None], axis=-1)  # want: JOL514 "is NaN"
    return scale * norms.sum()


def by_methods(x):
    delta = jnp.expand_dims(x, 0) - jnp.expand_dims(x, 1)
    return jnp.sqrt((delta * delta).sum(-1)).sum()  # want: JOL514


def distance(a, b):
    return jnp.linalg.norm(a - b)  # want: JOL514 "the root has no derivative"


def mapped(x):
    pairs = jax.vmap(jax.vmap(distance, (None, 0)), (0, None))(x, x)
    return jnp.sum(pairs)


def against_all(x):
    return jnp.sum(jnp.linalg.norm(x[:, None] - x, axis=-1))  # want: JOL514 "each point of `x`"


points = jnp.ones((3, 2))
print(jax.grad(against_all)(points))
print(jax.grad(energy)(points), jax.grad(spread)(points, 2.0))
print(jax.grad(by_methods)(points), jax.grad(mapped)(points))
