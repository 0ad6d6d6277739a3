"""A whole journey of two people, played over HTTP: their lines are written here, every line of the guide is the engine's."""
