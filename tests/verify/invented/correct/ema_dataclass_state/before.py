# used inside jax.jit
import dataclasses
import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class State:
    mean: jax.Array
    count: jax.Array


def inputs(key):
    return State(jnp.zeros((3,)), jnp.int32(0)), jax.random.normal(key, (6, 3))


def run(s, xs):
    for x in xs:
        n = s.count + 1
        s = State(s.mean + (x - s.mean) / n, n)
    return s
