import jax
import jax.numpy as jnp
from jax.config import config

config.update("jax_enable_x64", True)


@jax.jit
def newton(x):
    def body(_, z):
        f = z**3 - 2.0 * z - 5.0
        df = 3.0 * z**2 - 2.0
        return z - f / df

    return jax.lax.fori_loop(0, 12, body, x)


def main():
    roots = newton(jnp.linspace(1.5, 3.0, 1024))
    print(roots.min(), roots.max())


if __name__ == "__main__":
    main()
