# not executed: nothing is rewritten
import jax
import jax.numpy as jnp

GRID = jnp.linspace(0.0, 1.0, 100_001)


def integrate(f):
    return jnp.sum(f(GRID))


def main():
    jax.config.update("jax_enable_x64", True)  # want: JOL909 (info) "it keeps 32"
    print(integrate(jnp.sin))


if __name__ == "__main__":
    main()
