"""What one rule and its codemod, or several codemods, share; above facts, below the leaves."""
