"""What keeps a finding out of a report: comments and the baseline."""
