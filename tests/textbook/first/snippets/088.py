import jax
import jax.numpy as jnp


def init_member(key, d_in, d_hidden):
    k1, k2 = jax.random.split(key)
    return {
        "w1": jax.random.normal(k1, (d_in, d_hidden)) / jnp.sqrt(d_in),
        "w2": jax.random.normal(k2, (d_hidden, 1)) / jnp.sqrt(d_hidden),
    }


def predict(p, x):
    return jnp.tanh(x @ p["w1"]) @ p["w2"]


def make_ensemble(key, n, d_in=8, d_hidden=32):
    return jax.vmap(lambda _: init_member(key, d_in, d_hidden))(jnp.arange(n))


if __name__ == "__main__":
    members = make_ensemble(jax.random.key(0), 16)
    preds = jax.vmap(predict, in_axes=(0, None))(members, jnp.ones((5, 8)))
    print(preds.std(axis=0))
