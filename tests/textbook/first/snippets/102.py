import equinox as eqx
import jax
import jax.numpy as jnp
import optax


@eqx.filter_jit(donate="all")
def make_step(model, opt_state, x, y, optim):
    loss, grads = eqx.filter_value_and_grad(mse)(model, x, y)
    updates, opt_state = optim.update(grads, opt_state, eqx.filter(model, eqx.is_inexact_array))
    return eqx.apply_updates(model, updates), opt_state, loss


def mse(model, x, y):
    return jnp.mean((jax.vmap(model)(x) - y) ** 2)


def main(steps=200):
    model_key, data_key = jax.random.split(jax.random.key(0))
    model = eqx.nn.MLP(3, 1, 32, 2, key=model_key)
    optim = optax.adam(1e-3)
    opt_state = optim.init(eqx.filter(model, eqx.is_inexact_array))
    data = jax.random.normal(data_key, (64, 3))
    for step in range(steps):
        x = jnp.copy(data)
        model, opt_state, loss = make_step(model, opt_state, x, x.sum(1, keepdims=True), optim)
    print(float(loss))


if __name__ == "__main__":
    main()
