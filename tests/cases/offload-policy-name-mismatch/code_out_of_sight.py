"""Names may be given where the file does not show it."""

import jax
import jax.numpy as jnp
from flax import linen as nn
from jax.ad_checkpoint import checkpoint_name

from my_project import attention, names

policy = jax.checkpoint_policies.save_only_these_names("attn_out", "mlp_out")


def calls_another_module(x, w):
    return checkpoint_name(attention(x, w), "out")


def calls_a_parameter(fn, x):
    return jnp.tanh(fn(x))


def gives_a_computed_name(x, w, i):
    return checkpoint_name(x @ w, f"layer_{i}")


def maps_a_parameter(fn, xs):
    return jax.lax.map(fn, xs)


def scans_an_import(x, ws):
    return jax.lax.scan(attention, x, ws)[0]


class Block(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(4)(checkpoint_name(x, "x"))


def run(fn, x, w):
    y = jax.checkpoint(calls_another_module, policy=policy)(x, w)
    y += jax.checkpoint(calls_a_parameter, policy=policy, static_argnums=0)(fn, x)
    y += jax.checkpoint(gives_a_computed_name, policy=policy, static_argnums=2)(x, w, 0)
    y += jax.checkpoint(maps_a_parameter, policy=policy, static_argnums=0)(fn, x)
    y += jax.checkpoint(scans_an_import, policy=policy)(x, w)
    return nn.remat(Block, policy=policy)()(y)


def read_from_a_config(x, w):
    given = jax.checkpoint_policies.save_only_these_names(*names)
    return jax.checkpoint(jnp.dot, policy=given)(x, w)


# One policy for two functions, each of which gives one name.
shared = jax.checkpoint_policies.save_only_these_names("a", "b")


def first(x):
    return checkpoint_name(jnp.sin(x), "a")


def second(x):
    return checkpoint_name(jnp.cos(x), "b")


def both(x):
    return jax.checkpoint(first, policy=shared)(x) + jax.checkpoint(second, policy=shared)(x)
