"""The engine that runs in the process: no network, no key, no model server."""
