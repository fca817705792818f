from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def fixed_point(f, a, x0):
    return jax.lax.fori_loop(0, 40, lambda _, x: f(a, x), x0)


def fixed_point_fwd(f, a, x0):
    x_star = fixed_point(f, a, x0)
    return x_star, (a, x_star)


def fixed_point_bwd(f, residuals, g):
    a, x_star = residuals
    _, vjp_x = jax.vjp(lambda x: f(a, x), x_star)
    u = jax.lax.fori_loop(0, 40, lambda _, u: g + vjp_x(u)[0], g)
    _, vjp_a = jax.vjp(lambda a: f(a, x_star), a)
    return vjp_a(u)[0], jnp.zeros_like(x_star)


fixed_point.defvjp(fixed_point_fwd, fixed_point_bwd)


def safe_sqrt(a):
    positive = a > 0
    return jnp.where(positive, jnp.sqrt(jnp.where(positive, a, 1.0)), 0.0)


def update(a, x):
    return 0.5 * jnp.cos(x) + 0.3 * safe_sqrt(a)


print(jax.vmap(jax.grad(lambda a: fixed_point(update, a, 0.5)))(jnp.array([-1.0, 0.0, 2.0])))
