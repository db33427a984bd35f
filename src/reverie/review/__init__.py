"""The table: a candidate and a person's decision become a rule, and a rule is kept under review. Pure."""
