import jax
import jax.numpy as jnp
from jax.experimental import host_callback as hcb


def report(arg, transforms):
    step, value = arg
    print(f"iteration {int(step)}: residual {float(value):.3e}")


@jax.jit
def jacobi(a, b):
    diag = jnp.diagonal(a)
    off = a - jnp.diag(diag)

    def body(i, x):
        x = (b - off @ x) / diag
        residual = jnp.linalg.norm(a @ x - b)
        hcb.id_tap(report, (i, residual))
        return x

    return jax.lax.fori_loop(0, 20, body, jnp.zeros_like(b))


if __name__ == "__main__":
    n = 32
    noise = jax.random.uniform(jax.random.key(0), (n, n))
    a = noise / n + 2.0 * jnp.eye(n)
    b = jnp.ones((n,))
    print(jnp.abs(a @ jacobi(a, b) - b).max())
