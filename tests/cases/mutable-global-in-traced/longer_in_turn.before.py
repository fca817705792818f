# not executed: there is no fix
# Phases of a training that see more of the curves each time: another length is another trace.
import equinox as eqx
import jax.numpy as jnp
import optax


def fit(model, times, curves, rates, shares):
    @eqx.filter_jit
    def step(model, state, t, y):
        grads = eqx.filter_grad(lambda m: jnp.mean((m(t) - y) ** 2))(model)
        updates, state = optim.update(grads, state)  # want: JOL111 (info)
        return eqx.apply_updates(model, updates), state

    for rate, share in zip(rates, shares, strict=True):
        optim = optax.adam(rate)
        state = optim.init(eqx.filter(model, eqx.is_array))
        seen = times[: int(len(times) * share)]
        y = curves[:, : int(len(times) * share)]
        for _ in range(500):
            model, state = step(model, state, seen, y)
    return model


def fit_windows(model, times, curves, rates, starts):
    @eqx.filter_jit
    def step(model, state, t, y):
        grads = eqx.filter_grad(lambda m: jnp.mean((m(t) - y) ** 2))(model)
        updates, state = optim.update(grads, state)  # want: JOL111 (warning)
        return eqx.apply_updates(model, updates), state

    for rate, start in zip(rates, starts, strict=True):
        optim = optax.adam(rate)
        state = optim.init(eqx.filter(model, eqx.is_array))
        seen = times[start : start + 100]
        y = curves[:, start : start + 100]
        for _ in range(500):
            model, state = step(model, state, seen, y)
    return model
