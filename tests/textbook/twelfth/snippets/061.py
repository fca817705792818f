import equinox as eqx
import jax
import jax.numpy as jnp
import optax


@eqx.filter_value_and_grad
def loss_fn(model, x, y):
    pred = jax.vmap(model)(x)[:, 0]
    return jnp.mean((pred - y) ** 2)


def make_step(optim):
    @eqx.filter_jit(donate="all")
    def step(model, opt_state, x, y):
        loss, grads = loss_fn(model, x, y)
        params = eqx.filter(model, eqx.is_array)
        updates, opt_state = optim.update(grads, opt_state, params)
        return eqx.apply_updates(model, updates), opt_state, loss

    return step


def main(steps=300):
    k_model, k_data = jax.random.split(jax.random.key(0))
    model = eqx.nn.MLP(4, 1, width_size=32, depth=2, key=k_model)
    optim = optax.adamw(1e-3)
    opt_state = optim.init(model)
    step = make_step(optim)
    for i in range(steps):
        x = jax.random.normal(jax.random.fold_in(k_data, i), (64, 4))
        model, opt_state, loss = step(model, opt_state, x, jnp.sum(x, axis=-1))
    print(loss)


if __name__ == "__main__":
    main()
