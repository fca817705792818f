from flax import nnx
import jax.numpy as jnp
import optax


@nnx.jit(donate_argnums=(0, 1))
def train_step(model, optimizer, tokens):
    def loss_fn(m):
        logits = m(tokens[:, :-1])
        return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    return loss


def train(model, corpus, steps: int = 50_000):
    optimizer = nnx.Optimizer(model, optax.adamw(3e-4), wrt=nnx.Param)
    for step in range(steps):
        loss = train_step(model, optimizer, next(corpus))
        print(f"step {step}: loss={loss:.4f}")
    return model
