import jax
import jax.numpy as jnp
from jax.experimental import host_callback as hcb


def report(arg, transforms):
    step, value = arg
    print(f"[{int(step)}] residual {float(value):.3e}")


@jax.jit
def solve(a, b):
    def body(i, x):
        r = b - a @ x
        hcb.id_tap(report, (i, jnp.linalg.norm(r)))
        return x + 0.1 * r

    return jax.lax.fori_loop(0, 100, body, jnp.zeros_like(b))


if __name__ == "__main__":
    print(solve(jnp.eye(64), jnp.ones(64)))
