"""The tools of codemods: trees joined by position, imports, edits."""
