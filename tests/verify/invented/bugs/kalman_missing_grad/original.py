"""Log-likelihood of a scalar local-level model (Kalman filter).

``run(params, y)`` with params = (log_q, log_r); missing observations are NaN in
y and only widen the state variance.  The result is maximised by gradient
ascent, so value and gradient with respect to params are finite also for
series with missing observations.
"""
import jax
import jax.numpy as jnp


def run(params, y):
    q, r = jnp.exp(params[0]), jnp.exp(params[1])
    m, p, ll = 0.0, 1.0, jnp.zeros(())
    for obs in y:
        p = p + q
        if jnp.isnan(obs):
            continue
        s = p + r
        e = obs - m
        ll = ll - 0.5 * (jnp.log(2 * jnp.pi * s) + e * e / s)
        g = p / s
        m, p = m + g * e, (1 - g) * p
    return ll


def inputs(key):
    y = jnp.cumsum(jax.random.normal(key, (10,))) * 0.3
    return jnp.array([-1.0, -0.5]), y.at[4].set(jnp.nan)
