"""The pass is compiled, small, run once, or in code that may be traced."""

import jax
import jax.numpy as jnp


def forward(params, x):
    x = jnp.tanh(x @ params[0])
    x = x / (1e-6 + jnp.sqrt(jnp.mean(x**2, axis=-1, keepdims=True)))
    x = jnp.maximum(x, 0.0) + jnp.minimum(x, 0.1)
    scores = jax.nn.softmax(x, axis=-1)
    return jnp.log(scores)


compiled = jax.jit(forward)


def small(params, x):
    return jnp.tanh(x @ params[0])


def evaluate(params, batches):
    total = 0.0
    for x in batches:
        total += float(jnp.sum(compiled(params, x))) + float(jnp.sum(small(params, x)))
    return total


def rolled_out(params, x):
    for _ in range(10):
        x = forward(params, x)
    return x


def once(params, x):
    return float(jnp.sum(forward(params, x)))
