# %%
import jax
import jax.numpy as jnp

VOCAB = 128
DIM = 32
MAX_NEW = 256

# %%
k_emb, k_out = jax.random.split(jax.random.key(0))
params = {
    "emb": jax.random.normal(k_emb, (VOCAB, DIM)),
    "out": jax.random.normal(k_out, (DIM, VOCAB)),
}


# %%
@jax.jit
def next_token(params, tokens):
    h = params["emb"][tokens]
    scores = h @ h.T / DIM**0.5
    mask = jnp.tril(jnp.ones(scores.shape, dtype=bool))
    attn = jax.nn.softmax(jnp.where(mask, scores, -1e9), axis=-1)
    return jnp.argmax((attn @ h)[-1] @ params["out"])


# %%
tokens = jnp.array([1, 5, 9, 2])
for _ in range(MAX_NEW):
    tok = next_token(params, tokens)
    tokens = jnp.concatenate([tokens, tok[None]])

# %%
print(tokens[-10:])
