# not executed: the keywords are gone
import jax
from jax.experimental.pjit import pjit
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P


def prepare(train_step, state_spec, mesh: Mesh):
    rows = NamedSharding(mesh, P("data"))
    # The tree of specs comes from elsewhere: this one stays `pjit`.
    p_train_step = pjit(  # want: JOL601 "deprecated"
        train_step,
        in_axis_resources=(state_spec, None),  # want: JOL601 "`in_axis_resources` was removed"
        out_axis_resources=(state_spec, None),  # want: JOL601 "`out_axis_resources` was removed"
        donate_argnums=(0,),
    )
    p_eval_step = pjit(lambda x: x.sum(), rows, rows)  # want: JOL601
    with mesh:
        p_init = pjit(jax.numpy.zeros, in_axis_resources=None, out_axis_resources=P("data"), static_argnums=0)  # want: JOL601 JOL601 JOL601
    return p_train_step, p_eval_step, p_init
