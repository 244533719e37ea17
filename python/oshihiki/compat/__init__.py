"""Stand-ins for other packages."""
