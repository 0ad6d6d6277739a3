"""What may be made of somebody's words before they cross: whose matters they speak of, what was promised to be kept, and
what was said to the guide rather than to the partner. The same rules stand before and behind every engine."""
