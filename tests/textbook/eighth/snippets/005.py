"""Largest Hessian eigenvalue of a logistic regression with 4096 weights."""
import jax
import jax.numpy as jnp

FEATURES, EXAMPLES, ITERS = 4096, 8192, 50


def loss_fn(w, x, y):
    logits = x @ w
    return jnp.mean(jnp.logaddexp(0.0, logits) - y * logits) + 0.5e-3 * w @ w


@jax.jit
def curvature_product(w, v, x, y):
    return jax.hessian(loss_fn)(w, x, y) @ v


def sharpness(w, x, y, key):
    v = jax.random.normal(key, w.shape)
    for _ in range(ITERS):
        v = v / jnp.linalg.norm(v)
        hv = curvature_product(w, v, x, y)
        eigenvalue, v = v @ hv, hv
    return eigenvalue


if __name__ == "__main__":
    kx, ky, kv = jax.random.split(jax.random.key(0), 3)
    x = jax.random.normal(kx, (EXAMPLES, FEATURES))
    y = jax.random.bernoulli(ky, 0.5, (EXAMPLES,)).astype(jnp.float32)
    print("sharpness", float(sharpness(jnp.zeros((FEATURES,)), x, y, kv)))
