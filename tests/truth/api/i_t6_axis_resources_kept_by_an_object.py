"""The same on an attribute, with bare specs."""

from jax.experimental.pjit import pjit
from jax.sharding import PartitionSpec as P


class Model:
    def __init__(self, init, train, state_specs):
        self.init_fn = pjit(  # want: JOL601
            init,
            in_axis_resources=(None, P("dp")),  # want: JOL601
            out_axis_resources=state_specs,  # want: JOL601
        )
        self.train_fn = pjit(  # want: JOL601
            train,
            in_axis_resources=(state_specs, P(None, "dp"), P(None, "dp")),  # want: JOL601
            out_axis_resources=(None, state_specs),  # want: JOL601
            donate_argnums=(0,),
        )
