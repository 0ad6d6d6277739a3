"""What engines are asked. Each prompt is a frozen record that holds all it may see, and says what is read out of the
answer. The prose is in templates/, the rendering in prompt.py."""
