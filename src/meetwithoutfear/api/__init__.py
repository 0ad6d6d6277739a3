"""Thin HTTP: one module per noun. A route says who may call it and which action it is; nothing is decided here."""
