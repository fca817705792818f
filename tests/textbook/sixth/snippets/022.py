import jax
import jax.numpy as jnp

VOCAB, DIM, MAX_NEW_TOKENS = 32_000, 256, 512


def init_params(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return {
        "embed": 0.02 * jax.random.normal(k1, (VOCAB, DIM)),
        "qkv": 0.02 * jax.random.normal(k2, (DIM, 3 * DIM)),
        "head": 0.02 * jax.random.normal(k3, (DIM, VOCAB)),
    }


@jax.jit
def next_token_logits(params, tokens):
    x = params["embed"][tokens]
    q, k, v = jnp.split(x @ params["qkv"], 3, axis=-1)
    scores = jnp.einsum("bqd,bkd->bqk", q, k) / jnp.sqrt(DIM)
    mask = jnp.tril(jnp.ones(scores.shape[-2:], dtype=bool))
    attn = jax.nn.softmax(jnp.where(mask, scores, -1e9), axis=-1)
    return (attn @ v)[:, -1] @ params["head"]


def generate(params, prompt):
    tokens = prompt
    for _ in range(MAX_NEW_TOKENS):
        logits = next_token_logits(params, tokens)
        next_token = jnp.argmax(logits, axis=-1)
        tokens = jnp.concatenate([tokens, next_token[:, None]], axis=1)
    return tokens


if __name__ == "__main__":
    params = init_params(jax.random.key(0))
    print(generate(params, jnp.ones((8, 64), dtype=jnp.int32)).shape)
