# not executed: nothing is rewritten
import jax
import jax.numpy as jnp
from jax.numpy.linalg import qr


@jax.jit
def lowest(h):
    values, _ = jnp.linalg.eig(h)  # want: JOL511 "the eigenvectors of `jnp.linalg.eig`"
    return jnp.min(values.real)


def nuclear(m):
    # the sum of the singular values
    u, s, vt = jnp.linalg.svd(m, full_matrices=False)  # want: JOL511 "the vectors"
    return jnp.sum(s)


def rank(m):
    return jnp.sum(jnp.linalg.svd(m)[1] > 1e-6)  # want: JOL511


def upper(m):
    return qr(m)[1]  # want: JOL511 (info) "the columns of `Q`"


def of_a_large_one(key):
    _, r = jnp.linalg.qr(jnp.ones((800, 300)))  # want: JOL511 (warning) "the columns of `Q`"
    return r


def condition(m):
    return jnp.linalg.svd(m).S.max()  # want: JOL511


a = jnp.eye(3)
print(lowest(a), nuclear(a), rank(a), upper(a), condition(a), of_a_large_one(a).shape)
