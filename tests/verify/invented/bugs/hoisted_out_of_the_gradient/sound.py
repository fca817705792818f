import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    params = {"embed": jax.random.normal(k1, (20, 8)), "w": jax.random.normal(k2, (8, 8))}
    return (params, jax.random.randint(k3, (16,), 0, 20))


def run(params, tokens):
    """Loss and gradients of a next-token model with tied embeddings."""
    vocabulary = params["embed"].shape[0]
    targets = jax.nn.one_hot(tokens[1:], vocabulary)

    def loss(p):
        hidden = jnp.tanh(p["embed"][tokens[:-1]] @ p["w"])
        output = p["embed"].T
        log_p = jax.nn.log_softmax(hidden @ output)
        return -jnp.mean(jnp.sum(log_p * targets, axis=1))

    return jax.value_and_grad(loss)(params)
