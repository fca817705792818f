import pathlib
import tempfile

import jax
import jax.numpy as jnp
import optax
import orbax.checkpoint as ocp

tx = optax.adam(1e-3)
params = {"w": jnp.ones((3, 3))}
state = {"params": params, "opt_state": tx.init(params)}
path = pathlib.Path(tempfile.mkdtemp()).resolve() / "step_10"

with ocp.StandardCheckpointer() as ckptr:
    ckptr.save(path, state)

with ocp.StandardCheckpointer() as ckptr:
    restored = ckptr.restore(path)

params, opt_state = restored["params"], restored["opt_state"]
grads = jax.grad(lambda p: jnp.sum(p["w"] ** 2))(params)
updates, opt_state = tx.update(grads, opt_state, params)
print(optax.apply_updates(params, updates))
