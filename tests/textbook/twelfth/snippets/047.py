import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnames=("field",))
def diffuse(field, alpha):
    lap = (
        jnp.roll(field, 1, 0) + jnp.roll(field, -1, 0)
        + jnp.roll(field, 1, 1) + jnp.roll(field, -1, 1) - 4.0 * field
    )
    return field + alpha * lap


class Heat:
    def __init__(self, n: int):
        self.field = jnp.zeros((n, n)).at[n // 2, n // 2].set(1.0)

    def run(self, steps: int, alpha: float = 0.2):
        for _ in range(steps):
            self.field = diffuse(self.field, alpha)
        return self.field


def main():
    sim = Heat(512)
    initial = sim.field.copy()
    final = sim.run(200)
    print("change", jnp.abs(final - initial).max(), "mass", final.sum())


if __name__ == "__main__":
    main()
