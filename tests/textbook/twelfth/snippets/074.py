import jax
import jax.numpy as jnp


@jax.custom_vjp
def clip_gradient(x, bound):
    return x


def _fwd(x, bound):
    return x, bound


def _bwd(bound, g):
    return jnp.clip(g, -bound, bound), None


clip_gradient.defvjp(_fwd, _bwd)


def unroll(w, x0):
    def body(x, _):
        x = clip_gradient(jnp.tanh(w @ x) * 2.0, 0.5)
        return x, x.mean()

    _, means = jax.lax.scan(body, x0, length=100)
    return jnp.mean(means**2)


grad_fn = jax.jit(jax.value_and_grad(unroll))

if __name__ == "__main__":
    k_w, k_x = jax.random.split(jax.random.key(0))
    w = jax.random.normal(k_w, (16, 16))
    value, g = grad_fn(w, jax.random.normal(k_x, (16,)))
    print(value, jnp.linalg.norm(g))
