import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Adapted(nnx.Module):
    def __init__(self, rngs):
        self.base = nnx.Linear(4, 4, rngs=rngs)
        self.lora = nnx.LoRA(4, 2, 4, rngs=rngs)

    def __call__(self, x):
        return self.base(x) + self.lora(x)


model = Adapted(nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adam(1e-2), wrt=nnx.LoRAParam)


@nnx.jit
def finetune_step(model, optimizer, x, y):
    def loss_fn(model):
        return jnp.mean((model(x) - y) ** 2)

    diff = nnx.DiffState(0, nnx.LoRAParam)
    loss, grads = nnx.value_and_grad(loss_fn, argnums=diff)(model)
    optimizer.update(model, grads)
    return loss


x = jax.random.normal(jax.random.key(1), (8, 4))
before = model.base.kernel[...]
for _ in range(3):
    loss = finetune_step(model, optimizer, x, x)
print(loss, jnp.array_equal(before, model.base.kernel[...]))
