import jax
import jax.numpy as jnp
import numpy as np


def forward(w, x):
    for _ in range(2):
        x = jnp.tanh(x @ w)
        x = x / (1e-6 + jnp.sqrt(jnp.mean(x**2, axis=-1, keepdims=True)))
    scores = jax.nn.softmax(jnp.maximum(x, 0.0), axis=-1)
    return jnp.log(scores), jnp.argmax(scores, axis=-1)


@jax.jit
def compiled(w, x):
    x = jnp.tanh(x @ w) / (1e-6 + jnp.sqrt(jnp.mean(x**2, axis=-1, keepdims=True)))
    scores = jax.nn.softmax(jnp.maximum(x, 0.0), axis=-1)
    return jnp.log(scores), jnp.argmax(scores, axis=-1)


def few(w, x):
    return jnp.tanh(x @ w)


def evaluate(w, batches):
    total = 0.0
    for x in batches:
        scores, best = forward(w, x)  # fact: eager_passes forward
        total += float(jnp.sum(scores))
    return total


def evaluate_compiled(w, batches):
    total = 0.0
    for x in batches:
        scores, best = compiled(w, x)
        total += float(jnp.sum(few(w, scores)))
    return total


def once(w, x):
    scores, best = forward(w, x)
    return float(jnp.sum(scores))


def turned(place):
    turn = np.eye(4)
    turn[1:, 1:] = np.cos(place)
    return turn.T @ turn @ turn


def on_the_host(place):
    first = turned(place) @ turned(place + 1) @ place
    second = turned(place) @ turned(place - 1) @ place
    return first @ second @ (first - second) @ place @ first


def evaluate_on_the_host(w, batches):
    total = 0.0
    for x in batches:
        place = on_the_host(x)
        total += float(jnp.sum(w * place))
    return total
