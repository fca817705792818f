import jax
import jax.numpy as jnp


def init_ensemble(key, num_members=8, dim=64):
    def one(k):
        k1, k2 = jax.random.split(k)
        return {"w": jax.random.normal(k1, (dim, dim)) / dim**0.5, "v": jax.random.normal(k2, (dim,)) / dim**0.5}

    return jax.vmap(one)(jax.random.split(key, num_members))


def predict(params, x):
    return jnp.tanh(x @ params["w"]) @ params["v"]


def ensemble_average(stacked):
    return jax.tree_map(lambda p: p.mean(axis=0), stacked)


stacked = init_ensemble(jax.random.key(0))
x = jax.random.normal(jax.random.key(1), (4_096, 64))
per_member = jax.vmap(predict, in_axes=(0, None))(stacked, x)
averaged = predict(ensemble_average(stacked), x)
print(per_member.shape, averaged.shape)
