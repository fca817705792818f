"""The samplers of `jax.random`."""

from __future__ import annotations

SAMPLERS = frozenset(
    "jax.random." + name
    for name in (
        "ball", "bernoulli", "beta", "binomial", "bits", "categorical", "cauchy", "chisquare",
        "choice", "dirichlet", "double_sided_maxwell", "exponential", "f", "gamma",
        "generalized_normal", "geometric", "gumbel", "laplace", "loggamma", "logistic",
        "lognormal", "maxwell", "multinomial", "multivariate_normal", "normal", "orthogonal",
        "pareto", "permutation", "poisson", "rademacher", "randint", "rayleigh", "shuffle", "t",
        "triangular", "truncated_normal", "uniform", "wald", "weibull_min",
    )
)  # fmt: skip
# Rows that belong together are picked or shuffled with one key on purpose.
ALIGNED = frozenset({"choice", "permutation", "shuffle", "randint"})
