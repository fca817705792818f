import jax
import optax

tx = optax.adam(1e-3)


def train_step(params, opt_state, batch):
    grads = jax.grad(lambda p: ((batch @ p) ** 2).mean())(params)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state


def advance(system, particles, dt):
    def body(state, _):
        return state + dt * system(state), None

    particles, _ = jax.lax.scan(body, particles, None, length=10)
    return particles
