import equinox as eqx
import jax
import jax.numpy as jnp
import optax


@eqx.filter_jit(donate="all")
def make_step(model, opt_state, x, y):
    def loss_fn(m):
        logits = jax.vmap(m)(x)
        loss = optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()
        return loss, (jnp.argmax(logits, -1) == y).mean()

    (loss, acc), grads = eqx.filter_value_and_grad(loss_fn, has_aux=True)(model)
    updates, opt_state = optim.update(grads, opt_state, eqx.filter(model, eqx.is_inexact_array))
    return eqx.apply_updates(model, updates), opt_state, loss, acc


optim = optax.adam(1e-3)


def train(model, loader, epochs=20):
    opt_state = optim.init(eqx.filter(model, eqx.is_inexact_array))
    log = {"loss": [], "acc": []}
    for _ in range(epochs):
        for x, y in loader:
            model, opt_state, loss, acc = make_step(model, opt_state, x, y)
            log["loss"].append(loss.item())
            log["acc"].append(acc.item())
    return model, log
