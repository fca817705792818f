import jax
import jax.numpy as jnp


def legal(logits, mask):
    return jnp.log(jax.nn.softmax(logits, where=mask))  # want: JOL505


def as_configured(logits, options):
    return jnp.log(jax.nn.softmax(logits, **options))  # want: JOL505


def positions(logits, *more):
    return jnp.log(jax.nn.softmax(logits, *more))  # want: JOL505
