"""What each of them needs, in their own words; what they have of it in common."""
