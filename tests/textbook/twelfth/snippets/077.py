import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp


def init(key):
    k1, k2 = jax.random.split(key)
    return {
        "w1": jax.random.normal(k1, (1, 20), dtype=jnp.float64),
        "w2": jax.random.normal(k2, (20,), dtype=jnp.float64) / 20**0.5,
    }


def predict(params, x):
    return jnp.tanh(x[:, None] @ params["w1"]) @ params["w2"]


def fit(params, x, y, steps=500, lr=0.02):
    def body(p, _):
        loss, g = jax.value_and_grad(lambda q: jnp.mean((predict(q, x) - y) ** 2))(p)
        return jax.tree.map(lambda a, b: a - lr * b, p, g), loss

    return jax.lax.scan(body, params, length=steps)


@jax.jit
def fit_ensemble(key, x, y):
    params = jax.vmap(init)(jax.random.split(key, 8))
    params, losses = jax.vmap(fit, in_axes=(0, None, None))(params, x, y)
    return params, losses[:, -1]


def main():
    x = jnp.linspace(-2.0, 2.0, 64, dtype=jnp.float64)
    params, losses = fit_ensemble(jax.random.key(0), x, jnp.sin(2.0 * x))
    spread = jax.vmap(predict, in_axes=(0, None))(params, x).std(axis=0)
    print(losses, spread.mean(), spread.dtype)


if __name__ == "__main__":
    main()
