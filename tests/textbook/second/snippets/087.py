import jax
import jax.numpy as jnp
import optax

grad_norms = []
tx = optax.sgd(1e-2)


def step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((x @ p - y) ** 2))(params)
    grad_norms.append(optax.global_norm(grads))
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


step = jax.jit(step, donate_argnums=(0, 1))


def train(params, loader):
    opt_state = tx.init(params)
    for x, y in loader:
        params, opt_state, loss = step(params, opt_state, x, y)
    print("mean grad norm", sum(grad_norms) / len(grad_norms))
    return params, loss
