# not executed: the originals raise
import jax
import jax.numpy as jnp
from jax import export
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((jax.device_count(),), ("data",))
key = jax.random.key(0)
bounds = jax.random.uniform(key, (3,), -1.0, 1.0)  # want: JOL716 "is the dtype"
scale = jax.random.normal(key, (3,), 0.1)  # want: JOL716
first = jax.random.normal((3, 4), key)  # want: JOL716 "the key first"
k1, k2 = jax.random.split(key, 3)  # want: JOL716 "gives 3 keys"


def affine(w, x, b):
    return w @ x + b


def power(x, exponent):
    return x**exponent


rows = jax.vmap(affine, in_axes=(None, 0))  # want: JOL716 "has 2 entries"
print(rows(jnp.ones((2, 3)), jnp.ones((8, 3)), jnp.ones(2)))
none = jax.vmap(power, in_axes=(None, None))  # want: JOL716 "nothing is mapped over"
print(none(jnp.ones(3), 2.0))
print(jax.vmap(power, in_axes=(0, None))(jnp.ones(3), exponent=2.0))  # want: JOL716 "a number has none"
local = jax.shard_map(
    affine,
    mesh=mesh,
    in_specs=(P(), P("data")),  # want: JOL716 "the function takes 3"
    out_specs=P("data"),
)
exported = export.export(affine)  # want: JOL716 "takes what `jax.jit` makes"

def joined():
    a, b = jnp.ones(3), jnp.zeros(3)
    first, second = jnp.ones(3), jnp.zeros(3)
    left = jnp.ones(3)
    right = jnp.zeros(3)
    return jnp.stack(left, right)  # want: JOL716 "in one list"


both = jax.jit(joined, static_argnames=("n",), donate_argnames="n")  # want: JOL716 "static and donated"


@jax.jit
def shifted(xs, weight, bias):
    each = jax.vmap(lambda x, weight, bias: x @ weight + bias, in_axes=(0, None, None))
    return each(xs, weight, bias=bias)  # want: JOL716 "`bias` is given by name"


def scaled(xs):
    return jax.vmap(lambda x, scale=1.0: x * scale)(xs, scale=0.5)  # want: JOL716 "first axis of everything"
