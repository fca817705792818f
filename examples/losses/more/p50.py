"""Fit the conductances of a Hodgkin-Huxley-like neuron to a recorded voltage trace."""
import jax
import jax.numpy as jnp
import numpy as np
import optax

DT = 0.02
N = 1500
SWEEPS = 32
TRUE = np.log(np.array([120.0, 36.0, 0.3], np.float32))


def rates(v):
    am = 0.1 * (v + 40.0) / (1.0 - jnp.exp(-(v + 40.0) / 10.0) + 1e-6)
    bm = 4.0 * jnp.exp(-(v + 65.0) / 18.0)
    ah = 0.07 * jnp.exp(-(v + 65.0) / 20.0)
    bh = 1.0 / (1.0 + jnp.exp(-(v + 35.0) / 10.0))
    an = 0.01 * (v + 55.0) / (1.0 - jnp.exp(-(v + 55.0) / 10.0) + 1e-6)
    bn = 0.125 * jnp.exp(-(v + 65.0) / 80.0)
    return am, bm, ah, bh, an, bn


def simulate(log_g, current):
    """Voltages [time, sweep] for injected currents [time, sweep]."""
    g_na, g_k, g_l = jnp.exp(log_g)

    def step(state, i_ext):
        v, m, h, n = state
        am, bm, ah, bh, an, bn = rates(v)
        m = (m + DT * am) / (1 + DT * (am + bm))
        h = (h + DT * ah) / (1 + DT * (ah + bh))
        n = (n + DT * an) / (1 + DT * (an + bn))
        g_sum = g_na * m ** 3 * h + g_k * n ** 4 + g_l
        drive = g_na * m ** 3 * h * 50.0 - g_k * n ** 4 * 77.0 - g_l * 54.4 + i_ext
        v = (v + DT * drive) / (1 + DT * g_sum)
        return (v, m, h, n), v

    one = jnp.ones(current.shape[1])
    start = (-65.0 * one, 0.05 * one, 0.6 * one, 0.32 * one)
    _, v = jax.lax.scan(step, start, current)
    return v


def misfit(log_g, current, recorded):
    v = simulate(log_g, current)
    weight = jnp.where(recorded > -30.0, 0.3, 1.0)
    return jnp.mean(weight * (v - recorded) ** 2) / 100.0


def injected_currents(rng):
    steps = rng.uniform(0.0, 12.0, SWEEPS)
    t = np.arange(N)[:, None] * DT
    pulse = (t > 3.0) & (t < 25.0)
    return (pulse * steps).astype(np.float32)


def main(iterations=220):
    rng = np.random.default_rng(8)
    current = jax.device_put(injected_currents(rng))
    recorded = np.asarray(jax.jit(simulate)(TRUE, current))
    recorded = jax.device_put(recorded + rng.normal(0, 1, recorded.shape).astype(np.float32))

    tx = optax.adam(0.01)
    log_g = jax.device_put(TRUE + np.float32([-0.3, 0.3, 0.4]))
    opt_state = jax.jit(tx.init)(log_g)

    @jax.jit
    def step(log_g, opt_state, current, recorded):
        before = misfit(log_g, current, recorded)
        gradient = jax.grad(misfit)(log_g, current, recorded)
        updates, opt_state = tx.update(gradient, opt_state, log_g)
        return optax.apply_updates(log_g, updates), opt_state, before

    trace = []
    for _ in range(iterations):
        log_g, opt_state, value = step(log_g, opt_state, current, recorded)
        trace.append(value)
    trace = np.asarray(jax.device_get(trace))
    print("misfit", np.array2string(trace[::40], precision=3))
    print("conductances", np.array2string(np.exp(np.asarray(log_g)), precision=2))


if __name__ == "__main__":
    main()
