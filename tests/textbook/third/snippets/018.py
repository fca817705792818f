import flax.linen as nn
import jax
import optax


class Classifier(nn.Module):
    classes: int
    width: int = 256

    @nn.compact
    def __call__(self, x):
        x = nn.gelu(nn.Dense(self.width)(x))
        x = nn.Dense(self.classes)(x)
        return nn.softmax(x)


model = Classifier(classes=10)


@jax.jit
def loss_fn(params, x, labels):
    out = model.apply({"params": params}, x)
    return optax.softmax_cross_entropy_with_integer_labels(out, labels).mean()
