"""Growth model and Runge-Kutta integration."""
from functools import partial

import jax
import jax.numpy as jnp


class TumourModel:
    """Gompertz growth, first-order drug clearance, dose each 7 days."""

    def __init__(self, dose, kill, dt, days=60):
        self.dose = dose
        self.kill = kill
        self.dt = dt
        self.n_steps = int(days / dt)

    def rhs(self, state, growth, clearance, t):
        volume, drug, damaged = state
        dosing = jnp.where(jnp.mod(t, 7.0) < 0.5, 2.0 * self.dose, 0.0)
        effect = self.kill * drug / (0.5 + drug)
        dv = growth * volume * jnp.log(1.0 / jnp.maximum(volume, 1e-6)) - effect * volume
        dc = dosing - clearance * drug
        dd = effect * volume - 0.3 * damaged
        return jnp.stack([dv, dc, dd])

    def rk4(self, state, growth, clearance, t):
        h = self.dt
        k1 = self.rhs(state, growth, clearance, t)
        k2 = self.rhs(state + 0.5 * h * k1, growth, clearance, t + 0.5 * h)
        k3 = self.rhs(state + 0.5 * h * k2, growth, clearance, t + 0.5 * h)
        k4 = self.rhs(state + h * k3, growth, clearance, t + h)
        return state + h / 6.0 * (k1 + 2 * k2 + 2 * k3 + k4)

    @partial(jax.jit, static_argnums=0)
    def simulate(self, patients):
        growth, clearance, start = patients.T
        state = jnp.stack([start, jnp.zeros_like(start), jnp.zeros_like(start)])

        def body(state, i):
            return self.rk4(state, growth, clearance, i * self.dt), None

        state, _ = jax.lax.scan(body, state, jnp.arange(self.n_steps))
        return state[0] + state[2]
