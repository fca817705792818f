"""What `jax.random` draws with, and what makes the keys."""

from __future__ import annotations

SAMPLERS = frozenset(
    {"jax.random.ball", "jax.random.bernoulli", "jax.random.beta", "jax.random.binomial",
     "jax.random.bits", "jax.random.categorical", "jax.random.cauchy", "jax.random.chisquare",
     "jax.random.choice", "jax.random.dirichlet", "jax.random.double_sided_maxwell",
     "jax.random.exponential", "jax.random.f", "jax.random.gamma", "jax.random.generalized_normal",
     "jax.random.geometric", "jax.random.gumbel", "jax.random.laplace", "jax.random.loggamma",
     "jax.random.logistic", "jax.random.lognormal", "jax.random.maxwell", "jax.random.multinomial",
     "jax.random.multivariate_normal", "jax.random.normal", "jax.random.orthogonal",
     "jax.random.pareto", "jax.random.permutation", "jax.random.poisson", "jax.random.rademacher",
     "jax.random.randint", "jax.random.rayleigh", "jax.random.shuffle", "jax.random.t",
     "jax.random.triangular", "jax.random.truncated_normal", "jax.random.uniform",
     "jax.random.wald", "jax.random.weibull_min"}
)  # fmt: skip
# Who splits the key that it is given, and draws from the keys of its own that it gets; all others
# draw from the bits of the key itself. `choice` is among these where it is given weights only, and
# so is `normal` but for complex numbers. Seen in the traces of JAX 0.10.
SPLITTING = frozenset(
    f"jax.random.{name}"
    for name in (
        "ball",
        "beta",
        "binomial",
        "chisquare",
        "dirichlet",
        "double_sided_maxwell",
        "f",
        "gamma",
        "generalized_normal",
        "loggamma",
        "multinomial",
        "permutation",
        "poisson",
        "randint",
        "shuffle",
        "t",
        "wald",
    )
)
# Of these, who splits it into two.
SPLITTING_IN_TWO = frozenset({"jax.random.randint", "jax.random.permutation", "jax.random.shuffle",
                              "jax.random.choice"})  # fmt: skip
# What makes a function that draws weights: `normal(0.02)(key, shape)`.
INITIALIZERS = frozenset(
    f"{module}.initializers.{name}"
    for module in ("jax.nn", "flax.linen", "flax.nnx")
    for name in (
        "delta_orthogonal", "glorot_normal", "glorot_uniform", "he_normal", "he_uniform",
        "kaiming_normal", "kaiming_uniform", "lecun_normal", "lecun_uniform", "normal",
        "orthogonal", "truncated_normal", "uniform", "variance_scaling", "xavier_normal",
        "xavier_uniform",
    )
)  # fmt: skip
# Rows that belong together are picked or shuffled with one key on purpose.
ALIGNED = frozenset({"choice", "permutation", "shuffle", "randint"})
KEY_MAKERS = frozenset(
    {"jax.random.key", "jax.random.PRNGKey", "jax.random.split", "jax.random.fold_in",
     "jax.random.clone"}
)  # fmt: skip
