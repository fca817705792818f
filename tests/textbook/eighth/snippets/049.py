"""Character model with tied embeddings through eqx.nn.Shared."""
import equinox as eqx
import jax
import jax.numpy as jnp
import optax

VOCAB, DIM, BATCH, SEQ = 256, 384, 64, 128


class TiedLM(eqx.Module):
    shared: eqx.nn.Shared

    def __init__(self, key):
        ek, hk = jax.random.split(key)
        embed = eqx.nn.Embedding(VOCAB, DIM, key=ek)
        head = eqx.nn.Linear(DIM, VOCAB, use_bias=False, key=hk)
        self.shared = eqx.nn.Shared((embed, head), lambda p: p[1].weight, lambda p: p[0].weight)

    def __call__(self, token):
        embed, head = self.shared()
        return head(jax.nn.gelu(embed(token)))


@eqx.filter_jit
def train_step(model, tokens):
    def loss_fn(m):
        logits = jax.vmap(jax.vmap(m))(tokens[:, :-1])
        return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()

    loss, grads = eqx.filter_value_and_grad(loss_fn)(model)
    updates = jax.tree.map(lambda g: -0.1 * g, grads)
    return eqx.apply_updates(model, updates), loss


if __name__ == "__main__":
    model = TiedLM(jax.random.key(1234))
    for step in range(1_000):
        tokens = jax.random.randint(jax.random.key(step), (BATCH, SEQ), 0, VOCAB)
        model, loss = train_step(model, tokens)
    print("loss", float(loss))
