import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp
import numpy as np


@jax.jit
def ridge(x, y, lam):
    x = x.astype(jnp.float64)
    gram = x.T @ x + lam * jnp.eye(x.shape[1], dtype=jnp.float64)
    return jnp.linalg.solve(gram, x.T @ y.astype(jnp.float64))


if __name__ == "__main__":
    a = np.vander(np.linspace(0, 1, 50), 8)
    coef = ridge(a, np.sin(np.linspace(0, 1, 50)), 1e-12)
    print(coef.dtype, coef)
