# not executed: reported without a fix
import jax
import jax.numpy as jnp


@jax.jit
def empty_carry(weights, queries):
    def one(carry, query):
        return carry, jnp.tanh(weights @ query)

    _, out = jax.lax.scan(one, None, queries)  # want: JOL212 (info) "gives `carry` back as it was"
    return out


def nothing_at_all(weights, keys):
    return jax.lax.scan(lambda _, k: (None, jax.random.normal(k) * weights), None, keys)[1]  # want: JOL212 "none needs another"


def the_same_parameters(params, batches):
    def loss(params, batch):
        value = jnp.sum((batch @ params) ** 2)
        return params, value

    return jax.lax.scan(loss, params, batches)  # want: JOL212 "gives `params` back"
