"""QR iterations; the factors of the last turn are looked at behind the loop."""

import jax.numpy as jnp


def eigen(a, turns=30):
    n = a.shape[0]
    vectors = jnp.eye(n)
    qr = []
    for _ in range(turns):  # want: JOL203
        qr = jnp.linalg.qr(a)
        vectors = jnp.dot(vectors, qr[0])
        a = jnp.dot(qr[1], qr[0])
    values = jnp.diag(jnp.dot(qr[1], qr[0]))
    return values, vectors
