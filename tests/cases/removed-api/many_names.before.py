# not executed: the names are gone from `jax.core`
from jax.core import ClosedJaxpr, Jaxpr, Literal, Var  # want: JOL702 JOL702 JOL702 JOL702


def parts(closed: ClosedJaxpr) -> tuple[Jaxpr, list[Var | Literal]]:
    return closed.jaxpr, closed.jaxpr.outvars
