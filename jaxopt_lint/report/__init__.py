"""Findings, fixes and evidence as people and programs read them. Only `cli` imports this."""
