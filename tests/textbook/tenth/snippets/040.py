import functools

import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name


@functools.partial(
    jax.checkpoint,
    prevent_cse=False,
    static_argnums=(2,),
    policy=jax.checkpoint_policies.save_only_these_names("proj"),
)
def block(x, w, training):
    h = checkpoint_name(x @ w, "proj")
    h = jnp.sin(h)
    if training:
        h = 0.9 * h
    return x + h


def forward(x, stacked, training):
    def body(carry, w):
        return block(carry, w, training), None

    out, _ = jax.lax.scan(body, x, stacked)
    return out


@jax.jit
def loss(stacked, x):
    return jnp.mean(forward(x, stacked, True) ** 2)


stacked = 0.1 * jax.random.normal(jax.random.key(0), (6, 16, 16))
x = jnp.ones((4, 16))
print(jax.grad(loss)(stacked, x).shape)
