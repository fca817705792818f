import jax
import jax.numpy as jnp


def _add_decay(grads, params, rate):
    grads = dict(grads)
    grads["kernel"] = grads["kernel"] + rate * params["kernel"]
    return grads


@jax.jit(donate_argnames="params")
def update(params, x, y, lr=0.1):
    grads = jax.grad(lambda p: jnp.mean((x @ p["kernel"] + p["bias"] - y) ** 2))(params)
    grads = _add_decay(grads, params, 1e-4)
    params = {**params}
    for name in params:
        params[name] = params[name] - lr * grads[name]
    return params


if __name__ == "__main__":
    p = {"kernel": jnp.zeros((3, 1)), "bias": jnp.zeros(1)}
    for _ in range(20):
        p = update(p, jnp.eye(3), jnp.ones((3, 1)))
    print(p)
