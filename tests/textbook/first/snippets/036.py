import equinox as eqx
import jax
import jax.numpy as jnp
import optax


def train(model, loader, lr: float, steps: int):
    optim = optax.adam(lr)
    opt_state = optim.init(eqx.filter(model, eqx.is_inexact_array))

    def loss_fn(m, x, y):
        pred = jax.vmap(m)(x)
        return jnp.mean((pred - y) ** 2)

    for step, (x, y) in zip(range(steps), loader):
        def one_step(m, s, x, y):
            grads = eqx.filter_grad(loss_fn)(m, x, y)
            updates, s = optim.update(grads, s, eqx.filter(m, eqx.is_inexact_array))
            return eqx.apply_updates(m, updates), s

        model, opt_state = eqx.filter_jit(one_step, donate="all")(model, opt_state, x, y)
    return model
