# not executed: the fix is refused
import jax

from somewhere import Base


class Inference(Base):
    def step(self, batch):
        self.state, loss = jax.jit(self.update)(self.state, batch)
        params = jax.jit(super().get_params)(self.state)  # want: JOL102 "`super\(\).get_params`"
        values = jax.jit(super(Inference, self).values)(params)  # want: JOL102 "call of `step`"
        return loss, values
