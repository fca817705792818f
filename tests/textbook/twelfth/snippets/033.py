import jax
import jax.numpy as jnp
import optax

tx = optax.sgd(0.1)


def loss_fn(params, x, y):
    return jnp.mean((x @ params["w"] + params["b"] - y) ** 2)


def replicate(tree):
    return jax.device_put_replicated(tree, jax.local_devices())


def step(params, opt_state, x, y):
    grads = jax.grad(loss_fn)(params, x, y)
    grads = jax.lax.pmean(grads, axis_name="devices")
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state


p_step = jax.jit(jax.vmap(step, axis_name="devices"), donate_argnums=(0, 1))


def main():
    n = jax.local_device_count()
    params = {"w": jnp.zeros((4,)), "b": jnp.zeros(())}
    opt_state = tx.init(params)
    params, opt_state = replicate((params, opt_state))
    key = jax.random.key(0)
    for i in range(50):
        x = jax.random.normal(jax.random.fold_in(key, i), (n, 16, 4))
        params, opt_state = p_step(params, opt_state, x, x.sum(-1))
    print(params["w"])


if __name__ == "__main__":
    main()
