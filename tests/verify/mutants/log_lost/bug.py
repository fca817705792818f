"""Rewrite with a bug: a log record is no longer written.

Caught by: effects
"""

import logging

_log = logging.getLogger(__name__)


def f(x):
    return x * 2
