"""The only prompts made from both people's words. What they answer never reaches a person as it is."""
