# not executed: the keywords are gone
import jax
from jax.experimental.pjit import pjit
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P


def prepare(train_step, state_spec, mesh: Mesh):
    rows = NamedSharding(mesh, P("data"))
    # The tree of specs comes from elsewhere: this one stays `pjit`.
    p_train_step = pjit(
        train_step,
        in_shardings=(state_spec, None),
        out_shardings=(state_spec, None),
        donate_argnums=(0,),
    )
    p_eval_step = jax.jit(lambda x: x.sum(), in_shardings=rows, out_shardings=rows)
    with mesh:
        p_init = jax.jit(
            jax.numpy.zeros,
            in_shardings=NamedSharding(mesh, P()),
            out_shardings=NamedSharding(mesh, P("data")),
            static_argnums=0,
        )
    return p_train_step, p_eval_step, p_init
