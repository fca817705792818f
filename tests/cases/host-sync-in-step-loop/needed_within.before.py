import jax
import jax.numpy as jnp

VERBOSE = True
LOG_EVERY = 1


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


def behind_a_flag(state, batches, note):
    for i, batch in enumerate(batches):
        state, norm = step(state, batch)
        if VERBOSE and jax.process_index() == 0:
            note(i, norm.item())  # want: JOL402
        # The step has been waited for already.
        if i % 1 == 0:
            note(i, norm.item())
    return state


def on_every_first_turn(state, batches, note):
    for i, batch in enumerate(batches):
        state, norm = step(state, batch)
        if i % LOG_EVERY == 0 and i > 0:
            note(i, norm.item())  # want: JOL402
    return state


def pulled_apart(state, batches, note):
    for batch in batches:
        state, norm = step(state, batch)
        again, double = norm, 2 * norm
        note(double.item(), again)  # want: JOL402
    return state


def by_keyword(state, batches, note):
    for batch in batches:
        state, norm = step(state=state, batch=batch)
        note(norm.item())  # want: JOL402
    return state


def interrupted(state, batches):
    # The handler leaves what was fetched so far to the caller.
    try:
        norms = []
        for batch in batches:
            state, norm = step(state, batch)
            norms.append(float(norm))  # want: JOL402
    except KeyboardInterrupt:
        pass
    return norms


def part_of_the_state(state, batches):
    parts = []
    for batch in batches:
        state, norm = step(state, batch)
        part = state[0]
        parts.append(float(part))  # want: JOL402
    return parts


def compiled_as_its_name_says(update_fn, state, batches, note):
    for batch in batches:
        state, norm = update_fn(state, batch)
        note(norm.item())  # want: JOL402 "waits for `update_fn`"
    return state


def made_compiled():
    @jax.jit
    def run(state, batch):
        return state + batch, batch.sum()

    return run


def by_a_factory(state, batches, note):
    run = made_compiled()
    for batch in batches:
        state, total = run(state, batch)
        note(total.item())  # want: JOL402 "waits for `run`"
    return state
