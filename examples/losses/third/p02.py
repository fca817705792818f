"""Matrix-factorisation recommender with ranking metrics on held-out users."""
import numpy as np
import jax
import jax.numpy as jnp
import optax

USERS, ITEMS, RANK = 1200, 1600, 32
HELD = 120


def ratings(seed=0):
    rng = np.random.default_rng(seed)
    u = rng.standard_normal((USERS, 8))
    v = rng.standard_normal((ITEMS, 8))
    score = u @ v.T / np.sqrt(8) + 0.5 * rng.standard_normal((USERS, ITEMS))
    liked = (score > 1.2).astype(np.float32)
    test_mask = rng.random((USERS, ITEMS)) < 0.1
    return liked, test_mask


def init(key):
    a, b = jax.random.split(key)
    return {"u": 0.1 * jax.random.normal(a, (USERS, RANK)),
            "v": 0.1 * jax.random.normal(b, (ITEMS, RANK)), "bias": jnp.zeros(ITEMS)}


def logits(p, users):
    return p["u"][users] @ p["v"].T + p["bias"]


tx = optax.adam(1e-2)


@jax.jit
def train_step(params, opt, users, target, weight):
    def loss_fn(p):
        bce = optax.sigmoid_binary_cross_entropy(logits(p, users), target)
        return jnp.sum(bce * weight) / weight.sum()
    loss, g = jax.value_and_grad(loss_fn)(params)
    upd, opt = tx.update(g, opt)
    return optax.apply_updates(params, upd), opt, loss


@jax.jit
def ranking_metrics(params, users, liked, test):
    s = jnp.where(test, logits(params, users), -jnp.inf)
    order = jnp.argsort(-s, axis=1)
    rel = jnp.take_along_axis(liked * test, order, 1)
    gain = 1.0 / jnp.log2(jnp.arange(ITEMS) + 2.0)
    ideal = jnp.sort(rel, axis=1)[:, ::-1]
    ndcg = (rel * gain).sum(1) / jnp.maximum((ideal * gain).sum(1), 1e-9)
    hit = rel[:, :10].sum(1) / 10
    return ndcg.mean(), hit.mean()


def main():
    liked, test_mask = ratings()
    rng = np.random.default_rng(1)
    probe = np.arange(HELD)
    probe_liked, probe_test = jnp.asarray(liked[probe]), jnp.asarray(test_mask[probe])
    params = init(jax.random.key(0))
    opt = tx.init(params)
    for step in range(180):
        users = rng.integers(0, USERS, 64)
        weight = (~test_mask[users]).astype(np.float32)
        params, opt, loss = train_step(params, opt, users, liked[users], weight)
        ndcg, hit = ranking_metrics(params, probe, probe_liked, probe_test)
        if (step + 1) % 60 == 0:
            print(f"step {step + 1:3d} loss {float(loss):.4f} ndcg {float(ndcg):.4f} p@10 {float(hit):.4f}")


if __name__ == "__main__":
    main()
