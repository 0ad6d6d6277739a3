"""Meet Without Fear: two people in conflict, each in private with a guide, and only what they consent to crosses."""

__version__ = "0.1.0"
