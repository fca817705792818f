# not executed: only the finding and the form of the fix are looked at
import jax
import jax.numpy as jnp


def forward(params, x):
    for w in params:
        x = jnp.tanh(x @ w)
        x = x / (1e-6 + jnp.sqrt(jnp.mean(x**2, axis=-1, keepdims=True)))
    x = jnp.maximum(x, 0.0)
    scores = jax.nn.softmax(x, axis=-1)
    return jnp.log(scores), jnp.argmax(scores, axis=-1)


def evaluate(params, batches):
    total = 0.0
    for x, y in batches:
        scores, best = forward(params, x)  # want: JOL109 "operations of JAX one by one"
        total += float(jnp.sum(jnp.take_along_axis(scores, y, axis=-1)))
    return total


def loss(params, x):
    scores, best = forward(params, x)
    return -jnp.mean(scores)
