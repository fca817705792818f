# not executed: nothing is rewritten
import jax.numpy as jnp


def around_metric(lower):
    metric = jnp.eye(4)
    metric = metric.at[1, 1].set(-1)
    metric = metric.at[3, 3].set(-1)
    upper = lower.T.conj()
    dressed = upper @ metric @ upper.T.conj()
    return jnp.linalg.eig(dressed)  # want: JOL512 "`dressed` is Hermitian"


def gram(x):
    # the kernel of all pairs
    return jnp.linalg.eigvals(x @ x.conj().T).real  # want: JOL512 "`eigh`"


def symmetrized(h):
    h = 0.5 * (h + h.T)
    values, vectors = jnp.linalg.eig(h)  # want: JOL512
    return values, vectors


def principal(samples):
    return jnp.linalg.eig(jnp.cov(samples))  # want: JOL512


m = jnp.eye(4)
print(around_metric(m), gram(m), symmetrized(m), principal(m))
