import equinox as eqx
import jax
import jax.numpy as jnp
import optax


class TiedLanguageModel(eqx.Module):
    embed: eqx.nn.Embedding
    mlp: eqx.nn.MLP
    unembed: jax.Array

    def __init__(self, vocab, dim, key):
        k1, k2 = jax.random.split(key)
        self.embed = eqx.nn.Embedding(vocab, dim, key=k1)
        self.mlp = eqx.nn.MLP(dim, dim, 4 * dim, depth=2, key=k2)
        self.unembed = self.embed.weight

    def __call__(self, tokens):
        h = jax.vmap(self.embed)(tokens)
        return jax.vmap(self.mlp)(h) @ self.unembed.T


@eqx.filter_jit
def make_step(model, opt_state, tokens):
    def loss_fn(m):
        logits = jax.vmap(m)(tokens[:, :-1])
        return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()

    loss, grads = eqx.filter_value_and_grad(loss_fn)(model)
    updates, opt_state = optim.update(grads, opt_state)
    return eqx.apply_updates(model, updates), opt_state, loss


model = TiedLanguageModel(vocab=8_000, dim=128, key=jax.random.key(0))
optim = optax.adam(1e-3)
opt_state = optim.init(eqx.filter(model, eqx.is_inexact_array))
tokens = jax.random.randint(jax.random.key(1), (32, 129), 0, 8_000)
for _ in range(500):
    model, opt_state, loss = make_step(model, opt_state, tokens)
print(loss)
