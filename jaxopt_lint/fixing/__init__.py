"""Fixes: worked out, checked, put together, proven and written."""
