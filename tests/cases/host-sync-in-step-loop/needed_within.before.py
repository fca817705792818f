import jax
import jax.numpy as jnp

VERBOSE = True


@jax.jit
def step(state, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(state)
    return state - 0.1 * grads, jnp.sum(grads**2)


def read_in_the_loop(state, batches):
    norms = []
    for batch in batches:
        state, norm = step(state, batch)
        norms.append(float(norm))  # want: JOL402
        if norms[-1] > 1e3:
            break
    return state, norms


def stops(state, batches):
    for batch in batches:
        state, norm = step(state, batch)
        if norm < 1e-3:  # want: JOL402 "the test of `norm` waits"
            break
    return state


def kept_state(state, batches):
    history = []
    for batch in batches:
        state, norm = step(state, batch)
        history.append(jax.device_get(state))  # want: JOL402
    return history


def behind_a_flag(state, batches, log):
    for i, batch in enumerate(batches):
        state, norm = step(state, batch)
        if VERBOSE and jax.process_index() == 0:
            log(i, norm.item())  # want: JOL402
        if i % 1 == 0:
            log(i, norm.item())  # want: JOL402
    return state
