import equinox as eqx
import jax
import jax.numpy as jnp
import optax

VOCAB, DIM = 10_000, 256


class TiedLanguageModel(eqx.Module):
    """Next-token model whose output projection is tied to the embedding."""
    embedding: eqx.nn.Embedding
    cell: eqx.nn.GRUCell
    head: eqx.nn.Linear

    def __init__(self, key):
        embed_key, cell_key, head_key = jax.random.split(key, 3)
        self.embedding = eqx.nn.Embedding(VOCAB, DIM, key=embed_key)
        self.cell = eqx.nn.GRUCell(DIM, DIM, key=cell_key)
        head = eqx.nn.Linear(DIM, VOCAB, use_bias=False, key=head_key)
        self.head = eqx.tree_at(lambda h: h.weight, head, self.embedding.weight)

    def __call__(self, tokens):
        step = lambda h, x: (self.cell(x, h),) * 2
        _, states = jax.lax.scan(step, jnp.zeros(DIM), jax.vmap(self.embedding)(tokens))
        return jax.vmap(self.head)(states)


@eqx.filter_jit
def train_step(model, opt_state, optim, tokens):
    def loss_fn(model):
        logits = jax.vmap(model)(tokens[:, :-1])
        return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()

    loss, grads = eqx.filter_value_and_grad(loss_fn)(model)
    updates, opt_state = optim.update(grads, opt_state, eqx.filter(model, eqx.is_inexact_array))
    return eqx.apply_updates(model, updates), opt_state, loss


model, optim = TiedLanguageModel(jax.random.key(0)), optax.adam(1e-3)
opt_state = optim.init(eqx.filter(model, eqx.is_inexact_array))
tokens = jax.random.randint(jax.random.key(1), (16, 65), 0, VOCAB)
for _ in range(2_000):
    model, opt_state, loss = train_step(model, opt_state, optim, tokens)
