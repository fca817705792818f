import dataclasses
import functools

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Pendulum:
    length: float
    damping: float
    dt: float = 0.02

    @functools.partial(jax.jit, static_argnums=0)
    def step(self, state):
        theta, omega = state
        accel = -9.81 / self.length * jnp.sin(theta) - self.damping * omega
        omega = omega + self.dt * accel
        return theta + self.dt * omega, omega

    @functools.partial(jax.jit, static_argnums=(0, 2))
    def rollout(self, state, n):
        def body(s, _):
            s = self.step(s)
            return s, s[0]

        return jax.lax.scan(body, state, None, length=n)[1]


base = Pendulum(length=1.0, damping=0.1)
heavy = dataclasses.replace(base, damping=0.5)
state = (jnp.float32(0.5), jnp.float32(0.0))
print(base.rollout(state, 100)[-1], heavy.rollout(state, 100)[-1])
