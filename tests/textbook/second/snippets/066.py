import equinox as eqx
import jax
import jax.numpy as jnp
import optax

opt = optax.lion(1e-4)


@eqx.filter_jit(donate="all")
def make_step(model, state, x, y):
    def loss_fn(m):
        logits = jax.vmap(m)(x)
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

    loss, grads = eqx.filter_value_and_grad(loss_fn)(model)
    updates, state = opt.update(grads, state, eqx.filter(model, eqx.is_array))
    return eqx.apply_updates(model, updates), state, loss


def fit(loader):
    model = eqx.nn.MLP(784, 10, 2048, 3, key=jax.random.key(0))
    state = opt.init(eqx.filter(model, eqx.is_array))
    losses = []
    for x, y in loader:
        model, state, loss = make_step(model, state, jnp.asarray(x), jnp.asarray(y))
        losses.append(loss.item())
    return model, losses
