# not executed: there is no fix
# Functions that are masked behind them, where a gradient flows through.
import jax
import jax.numpy as jnp


def pairwise(positions, cutoff):
    offset = positions[:, None] - positions[None]
    square = jnp.sum(offset**2, axis=-1)
    return jnp.where(square > 0, jnp.sqrt(square), 0.0) < cutoff, square


def energy(positions, cutoff):
    offset = positions[:, None] - positions[None]
    square = jnp.sum(offset**2, axis=-1)
    distance = jnp.where(square > 0, jnp.sqrt(square), 0.0)  # want: JOL507 "`square` is 0"
    return jnp.sum(jnp.maximum(cutoff - distance, 0.0))


@jax.jit
def forces(positions, cutoff):
    return -jax.grad(energy)(positions, cutoff)


def entropy(p):
    terms = jnp.where(p == 0, 0.0, p * jnp.log(p))  # want: JOL507 "NaN where `p` is 0"
    return -terms.sum()


class Model:
    def loss(self, params, x):
        p = jax.nn.softmax(x @ params)
        p = p * (p > 1e-3)
        return entropy(p)

    def gradient(self, params, x):
        def total(params):
            return self.loss(params, x)

        return jax.value_and_grad(total)(params)


def unit(v):
    length = jnp.sqrt(jnp.sum(v**2))
    apart = length > 1e-8
    return jnp.where(apart, v / length, jnp.zeros_like(v))  # want: JOL507 "`length` is 0"


def turned(v):
    return jax.vjp(unit, v)


def rooted(scale, x):
    return jnp.sum(jnp.where(jnp.abs(x) > 0, x ** (1 / 3), 0.0) * scale)  # want: JOL507


slope = jax.grad(rooted, argnums=(0, 1))


def averages(params, labels, x):
    counts = jnp.sum(labels, axis=0)
    sums = labels.T @ (x @ params)
    return jnp.sum(jnp.where(counts != 0, sums / counts, sums))  # want: JOL507 "`counts` is 0"


def repulsion(distance, cutoff):
    near = jnp.logical_and(distance > 0, distance < cutoff)
    close = (distance > 0) & (distance < cutoff)
    far = jnp.where(near, (1.0 / distance) ** 6, 0)  # want: JOL507 "`distance` is 0"
    return jnp.sum(far + jnp.where(close, jnp.sqrt(distance), 0.0))  # want: JOL507


more = jax.grad(averages), jax.grad(repulsion)
