"""From common ground to one small thing to try: ideas, rankings, agreements, and how it went."""
