import jax
import jax.numpy as jnp


def init_params(key, width):
    w_query = jax.random.normal(key, (width, width)) / width**0.5
    w_key = jax.random.normal(key, (width, width)) / width**0.5
    return {"query": w_query, "key": w_key}


@jax.jit
def scores(params, x):
    q = x @ params["query"]
    k = x @ params["key"]
    return jax.nn.softmax(q @ k.T / q.shape[-1] ** 0.5, axis=-1)


def main():
    k_params, k_data = jax.random.split(jax.random.key(0))
    params = init_params(k_params, 32)
    x = jax.random.normal(k_data, (10, 32))
    a = scores(params, x)
    print("mean weight on the diagonal", jnp.diagonal(a).mean())


if __name__ == "__main__":
    main()
