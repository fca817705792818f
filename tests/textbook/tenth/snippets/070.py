import jax
import jax.numpy as jnp

tpu = jax.devices("tpu")[0]


@jax.jit
def gp_posterior_mean(x_train, y_train, x_test, noise):
    def kernel(a, b):
        sq_a = jnp.sum(a * a, axis=1)[:, None]
        sq_b = jnp.sum(b * b, axis=1)[None, :]
        return jnp.exp(-0.5 * (sq_a + sq_b - 2.0 * jnp.matmul(a, b.T)))

    gram = kernel(x_train, x_train) + noise * jnp.eye(x_train.shape[0])
    chol = jax.scipy.linalg.cho_factor(gram, lower=True)
    alpha = jax.scipy.linalg.cho_solve(chol, y_train)
    return jnp.matmul(kernel(x_test, x_train), alpha)


k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
x_train = 30.0 + jax.random.normal(k1, (64, 4))
y_train = jnp.sin(x_train).sum(axis=1) + 1e-3 * jax.random.normal(k2, (64,))
x_test = 30.0 + jax.random.normal(k3, (8, 4))
x_train, y_train, x_test = jax.device_put((x_train, y_train, x_test), tpu)
mean = gp_posterior_mean(x_train, y_train, x_test, 1e-5)
reference = jnp.sin(x_test).sum(axis=1)
print("max error", jnp.max(jnp.abs(mean - reference)))
