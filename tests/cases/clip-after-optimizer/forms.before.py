import jax
import jax.numpy as jnp
import optax
from optax import adamw, chain, clip

RATE = optax.cosine_decay_schedule(1e-2, 500)


def adam(rate):
    # The limit was added at the end.
    return optax.chain(optax.adam(rate), optax.clip_by_global_norm(1.0))  # want: JOL810 "optax.adam"


def by_parts():
    return optax.chain(
        optax.scale_by_adam(),
        optax.add_decayed_weights(1e-4),
        optax.scale_by_learning_rate(RATE),
        optax.clip(0.5),  # want: JOL810 "scale_by_learning_rate"
    )


def by_names(rate, limit):
    inner = optax.chain(optax.identity(), adamw(rate))
    base = optax.sgd(rate, momentum=0.9)
    clipping = optax.adaptive_grad_clip(limit)
    first = chain(base, clipping)  # want: JOL810 "adaptive_grad_clip"
    second = chain(optax.trace(0.9), optax.scale(-rate), clip(limit))  # want: JOL810 "optax.clip"
    return inner, first, second


def run(x):
    optimizer = adam(1e-2)
    params = jnp.ones(6)
    state = optimizer.init(params)
    grads = jax.grad(lambda p: jnp.mean(jnp.cosh(x @ p)))(params)
    updates, state = optimizer.update(grads, state, params)
    return optax.apply_updates(params, updates)


def inputs(key):
    return (jax.random.normal(key, (8, 6)),)
