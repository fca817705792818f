"""Score a stream of short reviews with a small attention encoder."""
import math
import numpy as np
import jax
import jax.numpy as jnp

VOCAB, DIM, HEADS, LAYERS = 4000, 128, 4, 3
PAD = 0


def synth_corpus(n_docs, seed=3):
    rng = np.random.default_rng(seed)
    lens = np.clip(rng.gamma(4.0, 22.0, n_docs).astype(int), 8, 250)
    return [rng.integers(1, VOCAB, n).astype(np.int32) for n in lens]


def init_params(key):
    ks = jax.random.split(key, 2 + 5 * LAYERS)
    it = iter(ks)

    def dense(i, o):
        return jax.random.normal(next(it), (i, o)) / math.sqrt(i)

    params = {"emb": jax.random.normal(next(it), (VOCAB, DIM)) * 0.02, "layers": []}
    for _ in range(LAYERS):
        params["layers"].append({
            "qkv": dense(DIM, 3 * DIM), "proj": dense(DIM, DIM),
            "up": dense(DIM, 4 * DIM), "down": dense(4 * DIM, DIM),
        })
    params["head"] = dense(DIM, 2)
    return params


def norm(x):
    mu = x.mean(-1, keepdims=True)
    return (x - mu) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)


def attention(p, x, mask):
    b, t, d = x.shape
    q, k, v = jnp.split(x @ p["qkv"], 3, axis=-1)
    q, k, v = (a.reshape(b, t, HEADS, d // HEADS) for a in (q, k, v))
    logits = jnp.einsum("bthd,bshd->bhts", q, k) / math.sqrt(d // HEADS)
    logits = jnp.where(mask[:, None, None, :], logits, -1e9)
    out = jnp.einsum("bhts,bshd->bthd", jax.nn.softmax(logits), v)
    return out.reshape(b, t, d) @ p["proj"]


@jax.jit
def score(params, tokens):
    mask = tokens != PAD
    x = params["emb"][tokens]
    for p in params["layers"]:
        x = x + attention(p, norm(x), mask)
        x = x + jax.nn.gelu(norm(x) @ p["up"]) @ p["down"]
    m = mask[..., None]
    pooled = (norm(x) * m).sum(1) / m.sum(1)
    return jax.nn.log_softmax(pooled @ params["head"])


def collate(docs):
    width = max(len(d) for d in docs)
    out = np.full((len(docs), width), PAD, np.int32)
    for i, d in enumerate(docs):
        out[i, : len(d)] = d
    return out


def main():
    docs = synth_corpus(320)
    params = init_params(jax.random.key(0))
    bs = 16
    results = []
    for s in range(0, len(docs), bs):
        batch = collate(docs[s:s + bs])
        results.append(score(params, batch))
    logp = np.concatenate([np.asarray(r) for r in jax.device_get(results)])
    print("documents", len(docs), "positive share", float((logp[:, 1] > logp[:, 0]).mean()))
    print("mean margin", float((logp[:, 1] - logp[:, 0]).mean().round(5)))


if __name__ == "__main__":
    main()
