import equinox as eqx
import jax
import jax.numpy as jnp
import optax


class TiedStack(eqx.Module):
    first: eqx.nn.Linear
    second: eqx.nn.Linear
    readout: eqx.nn.Linear

    def __init__(self, width: int, key: jax.Array):
        k_shared, k_out = jax.random.split(key)
        shared = eqx.nn.Linear(width, width, key=k_shared)
        self.first = shared
        self.second = shared
        self.readout = eqx.nn.Linear(width, 1, key=k_out)

    def __call__(self, x):
        x = jax.nn.tanh(self.first(x))
        x = jax.nn.tanh(self.second(x))
        return self.readout(x)[0]


optim = optax.adam(1e-2)


@eqx.filter_jit
def make_step(model, opt_state, x, y):
    @eqx.filter_grad
    def grad_fn(m):
        return jnp.mean((jax.vmap(m)(x) - y) ** 2)

    updates, opt_state = optim.update(grad_fn(model), opt_state)
    return eqx.apply_updates(model, updates), opt_state


def main():
    k_model, k_data = jax.random.split(jax.random.key(0))
    model = TiedStack(8, k_model)
    opt_state = optim.init(eqx.filter(model, eqx.is_array))
    for i in range(100):
        x = jax.random.normal(jax.random.fold_in(k_data, i), (32, 8))
        model, opt_state = make_step(model, opt_state, x, jnp.sin(x[:, 0]))
    print(jnp.abs(model.first.weight - model.second.weight).max())


if __name__ == "__main__":
    main()
