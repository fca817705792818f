# not executed: nothing is rewritten
import jax
import jax.numpy as jnp
import jax.scipy.linalg as jsl
import numpy as np


def factor(matrix):
    try:
        return jnp.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:  # want: JOL841 "`jnp.linalg.cholesky` raises no error"
        return jnp.linalg.cholesky(matrix + 1e-6 * jnp.eye(3))


def inverse(matrix):
    # singular where two rows are equal
    try:
        out = jnp.linalg.inv(matrix.astype(jnp.float32))
        print("inverted", float(out.sum()))
    except np.linalg.LinAlgError as error:  # want: JOL841 "the handler never runs"
        raise ValueError("singular") from error
    return out


@jax.jit
def gain(p, s):
    try:
        lower = jnp.linalg.cholesky(s)
        k = jsl.solve_triangular(lower, p, lower=True)
        ok = jnp.all(jnp.isfinite(k))
    except Exception:  # want: JOL841
        k, ok = jnp.zeros_like(p), jnp.array(False)
    return k, ok


def guarded(p, s):
    def solve(operands):
        left, right = operands
        try:
            return jsl.solve(left, right, assume_a="pos")
        except:  # want: JOL841
            return jnp.zeros_like(right)

    return jax.lax.cond(s.sum() > 0, solve, lambda both: both[1], (s, p))


m = jnp.eye(3)
print(factor(m), inverse(m), gain(m, m), guarded(m, m))
