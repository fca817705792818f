"""Cross-validated elastic net; folds and penalties mapped in one program."""

import jax
import jax.numpy as jnp
import numpy as np

N, DIM, FOLDS, ITERATIONS = 600, 80, 6, 400


def make_problem(seed):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((N, DIM)).astype(np.float32)
    coef = np.zeros(DIM, dtype=np.float32)
    coef[:12] = rng.uniform(-2, 2, size=12)
    y = x @ coef + 0.5 * rng.standard_normal(N).astype(np.float32)
    return x, y, coef


def solve(x, y, mask, l1):
    n = mask.sum()
    step = n / (jnp.sum((x * mask[:, None]) ** 2) / DIM * 2.5)

    def body(w, _):
        grad = x.T @ (mask * (x @ w - y)) / n
        w = w - step * grad
        return jnp.sign(w) * jnp.maximum(jnp.abs(w) - step * l1, 0.0), None

    return jax.lax.scan(body, jnp.zeros(DIM), None, length=ITERATIONS)[0]


@jax.jit
def cross_validate(x, y, masks, penalties):
    def one(mask, l1):
        w = solve(x, y, mask, l1)
        held_out = 1.0 - mask
        return jnp.sum(held_out * (x @ w - y) ** 2) / held_out.sum()

    return jax.vmap(lambda l1: jax.vmap(one, in_axes=(0, None))(masks, l1).mean())(penalties)


def main():
    x, y, coef = make_problem(0)
    fold = np.random.default_rng(1).permutation(N) % FOLDS
    masks = jnp.asarray((fold[None, :] != np.arange(FOLDS)[:, None]).astype(np.float32))
    penalties = jnp.array([0.003, 0.01, 0.03, 0.1, 0.3])
    x, y = jnp.asarray(x), jnp.asarray(y)
    errors = np.asarray(cross_validate(x, y, masks, penalties))
    best = penalties[int(errors.argmin())]
    w = jax.jit(solve)(x, y, jnp.ones(N), best)
    print("cv errors", np.round(errors, 4))
    print("coefficient error %.4f" % float(jnp.linalg.norm(w - coef)))


if __name__ == "__main__":
    main()
