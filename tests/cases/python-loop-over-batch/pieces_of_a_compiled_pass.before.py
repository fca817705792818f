# not executed: only the severity is looked at
import jax
import jax.numpy as jnp


@jax.jit
def scores(w, tokens):
    hidden = jnp.tanh(w[tokens])
    return jax.nn.log_softmax(hidden @ w.T)


def plain_scores(w, tokens):
    hidden = jnp.tanh(w[tokens])
    return jax.nn.log_softmax(hidden @ w.T)


def of_pieces(w, tokens, size):
    """The size of a piece is chosen for the memory that the scores of all tokens would take."""
    pieces = jnp.reshape(tokens, (-1, size))
    out = []
    for j in range(tokens.shape[0] // size):  # want: JOL201 (info) "`out` is computed"
        out.append(scores(w, pieces[j]))
    return jnp.stack(out)


def of_rows(w, tokens):
    rows = jnp.reshape(tokens, (-1, 8))
    out = []
    for j in range(rows.shape[0]):  # want: JOL201 (info) "`out` is computed"
        out.append(scores(w, rows[j]))
    return jnp.stack(out)


def not_compiled(w, tokens):
    rows = jnp.reshape(tokens, (-1, 8))
    out = []
    for row in rows:  # want: JOL201 (info) "`out` is computed"
        out.append(plain_scores(w, row))
    return jnp.stack(out)
