# Words about the linter, codes of other tools, and names that there are.
# jaxopt-lint: see the manual for what the comments below mean
# The linter is run as `jaxopt-lint: all rules`, and JOL stands for nothing here.
import jax.numpy as jnp

TEXT = "# jaxopt-lint: ignore[nothing-such]"


def run(x):
    a = jnp.sin(x)  # noqa
    b = jnp.sin(a)  # noqa: E501, XYZ999
    c = jnp.sin(b)  # noqa: E501 because JOLLY is no code
    d = jnp.sin(c)  # type: ignore[nothing-such]
    e = jnp.sin(d)  # other-lint: ignore[nothing-such]
    # jaxopt-lint: disable[JOL2]
    f = jnp.sin(e)
    # jaxopt-lint: enable
    return f, TEXT
