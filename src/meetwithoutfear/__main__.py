"""`python -m meetwithoutfear` is `mwf`."""

from meetwithoutfear.cli import app

app()
