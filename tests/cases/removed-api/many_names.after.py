# not executed: the names are gone from `jax.core`
from jax.extend.core import Var
from jax.extend.core import ClosedJaxpr, Jaxpr, Literal


def parts(closed: ClosedJaxpr) -> tuple[Jaxpr, list[Var | Literal]]:
    return closed.jaxpr, closed.jaxpr.outvars
