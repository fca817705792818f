import jax
import jax.numpy as jnp
from flax import nnx


class Head(nnx.Module):
    def __init__(self, rngs):
        self.body = nnx.Linear(4, 4, rngs=rngs)
        self.lora = nnx.LoRA(4, 2, 4, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)

    def __call__(self, x):
        return self.drop(self.body(x) + self.lora(x))


model = Head(nnx.Rngs(0))
model.eval()
biases = nnx.All(nnx.Param, nnx.PathContains("bias"))
graphdef, adapters, bias, others = nnx.split(model, nnx.LoRAParam, biases, ...)


@jax.jit
def loss(trainable, x):
    adapters, bias = trainable
    return jnp.mean(nnx.merge(graphdef, adapters, bias, others)(x) ** 2)


grads = jax.grad(loss)((adapters, bias), jnp.ones((2, 4)))
print(jax.tree.map(jnp.shape, grads))
