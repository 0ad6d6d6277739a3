"""What engines are asked. One module per prompt: a frozen Input that holds all the prompt may see, and what is read out
of the answer. The prose is in templates/, the rendering in prompt.py, the quoting of people's words in quoting.py."""
