import flax.linen as nn
import jax
import optax
from flax.training import train_state


class Classifier(nn.Module):
    num_classes: int = 100

    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(512)(x))
        x = nn.relu(nn.Dense(512)(x))
        return nn.softmax(nn.Dense(self.num_classes)(x))


@jax.jit
def train_step(state, x, labels):
    def loss_fn(params):
        outputs = state.apply_fn({"params": params}, x)
        return optax.softmax_cross_entropy_with_integer_labels(outputs, labels).mean()

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads), loss


model = Classifier()
init_key, kx, ky = jax.random.split(jax.random.key(0), 3)
x = jax.random.normal(kx, (1_024, 256))
labels = jax.random.randint(ky, (1_024,), 0, 100)
state = train_state.TrainState.create(
    apply_fn=model.apply, params=model.init(init_key, x[:1])["params"], tx=optax.adam(1e-3)
)
for _ in range(500):
    state, loss = train_step(state, x, labels)
print(loss)
