import jax
import optax
from flax import nnx

far = optax.huber_loss(1.0, 2.0, 0.5)  # fact: refused_calls optax.huber_loss since 0.2.7
near = optax.huber_loss(1.0, 2.0, delta=0.5)
slope = nnx.grad(jax.numpy.sin, wrt=nnx.Param)  # fact: refused_calls flax.nnx.grad since 0.9.0
