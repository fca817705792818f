"""What one pattern is, found for its rule and handed to its codemod; what codemods share."""
