"""Values of hands."""
