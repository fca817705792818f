# rule: changed-behavior
# min-jax: 0.5.0  # holds
# min-jax: 0.4.30  # broken
import jax


def flops(f, x):
    compiled = jax.jit(f).lower(x).compile()
    return compiled.cost_analysis()[0]["flops"]
