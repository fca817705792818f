"""Facts about a program, computed once and shared by rules and codemods; nothing here reports."""
