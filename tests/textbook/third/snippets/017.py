import equinox as eqx
import jax
import jax.numpy as jnp
import optax


def freeze_spec(model):
    spec = jax.tree.map(lambda _: False, model)
    return eqx.tree_at(lambda m: m.layers[-1].weight, spec, replace=True)


def fine_tune(model, batches, tx=optax.adam(1e-4)):
    spec = freeze_spec(model)
    diff, static = eqx.partition(model, spec)
    opt_state = tx.init(diff)

    @eqx.filter_jit
    def step(diff, opt_state, x, y):
        def loss(d):
            return jnp.mean((jax.vmap(eqx.combine(d, static))(x) - y) ** 2)

        grads = eqx.filter_grad(loss)(diff)
        updates, opt_state = tx.update(grads, opt_state)
        return eqx.apply_updates(diff, updates), opt_state

    for x, y in batches:
        diff, opt_state = step(diff, opt_state, x, y)
    return eqx.combine(diff, static)
