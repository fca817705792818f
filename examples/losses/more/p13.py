"""Align protein fragments with a learned gap cost (soft Smith-Waterman, Gumbel-free)."""
import jax
import jax.numpy as jnp
import numpy as np
import optax

LENGTH = 40
ALPHABET = 20

# substitution scores: a tiny table, symmetric, favouring equal letters
_rng = np.random.default_rng(99)
_half = _rng.normal(-1.0, 1.0, (ALPHABET, ALPHABET))
SCORES = np.asarray(0.5 * (_half + _half.T) + 5.0 * np.eye(ALPHABET), np.float32)


def soft_align(a, b, gap, temperature):
    """Smooth maximum over alignments, row by row."""
    similarity = jnp.asarray(SCORES)[a[:, None], b[None]]

    def softmax2(x, y):
        return temperature * jnp.logaddexp(x / temperature, y / temperature)

    def row(prev, sim):
        diag = jnp.concatenate([jnp.zeros(1), prev[:-1]]) + sim
        best = softmax2(softmax2(diag, prev - gap), jnp.zeros_like(diag))

        def along(left, cur):
            here = softmax2(cur, left - gap)
            return here, here

        _, out = jax.lax.scan(along, jnp.float32(0.0), best)
        return out, jnp.max(out)

    _, tops = jax.lax.scan(row, jnp.zeros(b.shape[0]), similarity)
    return temperature * jax.nn.logsumexp(tops / temperature)


def margin_loss(theta, a, b, decoy):
    gap = jax.nn.softplus(theta[0])
    temperature = 0.2 + jax.nn.softplus(theta[1])
    align = jax.vmap(soft_align, (0, 0, None, None))
    good, bad = align(a, b, gap, temperature), align(a, decoy, gap, temperature)
    return jnp.mean(jax.nn.softplus(1.0 - (good - bad) / 10.0))


def families(n, rng):
    """Pairs with substitutions and a shift; decoys are other sequences."""
    a = rng.integers(0, ALPHABET, (n, LENGTH))
    b = np.where(rng.random(a.shape) < 0.6, rng.integers(0, ALPHABET, a.shape), a)
    b = np.stack([np.roll(s, k) for s, k in zip(b, rng.integers(0, 6, n))])
    return a.astype(np.int32), b.astype(np.int32), np.roll(b, 1, axis=0).astype(np.int32)


def main(steps=60, batch=64):
    rng = np.random.default_rng(0)
    a, b, decoy = families(1000, rng)
    theta = jax.device_put(np.array([1.0, 1.0], np.float32))
    tx = optax.adam(0.05)
    opt_state = jax.jit(tx.init)(theta)

    @jax.jit
    def step(theta, opt_state, a, b, decoy):
        loss, grad = jax.value_and_grad(margin_loss)(theta, a, b, decoy)
        updates, opt_state = tx.update(grad, opt_state)
        return optax.apply_updates(theta, updates), opt_state, loss

    losses = []
    for _ in range(steps):
        idx = rng.integers(0, len(a), batch)
        theta, opt_state, loss = step(theta, opt_state, a[idx], b[idx], decoy[idx])
        losses.append(loss)
    losses = np.asarray(jax.device_get(losses))
    print("loss", np.array2string(losses[::15], precision=4))
    gap, temp = np.log1p(np.exp(np.asarray(theta)))
    print(f"gap cost {gap:.3f}, temperature {0.2 + temp:.3f}")


if __name__ == "__main__":
    main()
