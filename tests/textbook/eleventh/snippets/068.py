import equinox as eqx
import jax
import jax.numpy as jnp


class LanguageModel(eqx.Module):
    shared: eqx.nn.Shared

    def __init__(self, vocab, dim, key):
        k1, k2 = jax.random.split(key)
        embedding = eqx.nn.Embedding(vocab, dim, key=k1)
        linear = eqx.nn.Linear(dim, vocab, use_bias=False, key=k2)
        self.shared = eqx.nn.Shared(
            (embedding, linear),
            where=lambda pair: pair[1].weight,
            get=lambda pair: pair[0].weight,
        )

    def __call__(self, token):
        embedding, linear = self.shared()
        return linear(jnp.tanh(embedding(token)))


model = LanguageModel(11, 4, jax.random.key(0))


@eqx.filter_jit
def loss(model, tokens):
    logits = jax.vmap(model)(tokens[:-1])
    logp = jax.nn.log_softmax(logits)
    return -jnp.mean(jnp.take_along_axis(logp, tokens[1:, None], axis=1))


tokens = jnp.array([1, 4, 2, 9, 3])
print(loss(model, tokens), len(jax.tree.leaves(eqx.filter_grad(loss)(model, tokens))))
