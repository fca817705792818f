import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(0,))
def fixed_point(f, params, x0):
    def cond(carry):
        return jnp.max(jnp.abs(carry[0] - carry[1])) > 1e-6

    def body(carry):
        return carry[1], f(params, carry[1])

    return jax.lax.while_loop(cond, body, (x0, f(params, x0)))[1]


def fixed_point_fwd(f, params, x0):
    x_star = fixed_point(f, params, x0)
    return x_star, (params, x_star)


def adjoint_map(f, packed, u):
    params, x_star, x_bar = packed
    _, vjp_x = jax.vjp(lambda x: f(params, x), x_star)
    return x_bar + vjp_x(u)[0]


def fixed_point_bwd(f, res, x_bar):
    params, x_star = res
    _, vjp_p = jax.vjp(lambda p: f(p, x_star), params)
    packed = (params, x_star, x_bar)
    u = fixed_point(functools.partial(adjoint_map, f), packed, x_bar)
    return vjp_p(u)[0], jnp.zeros_like(x_star)


fixed_point.defvjp(fixed_point_fwd, fixed_point_bwd)


def babylonian(a, x):
    return 0.5 * (x + a / x)


print(jax.value_and_grad(lambda a: fixed_point(babylonian, a, a))(2.0))
