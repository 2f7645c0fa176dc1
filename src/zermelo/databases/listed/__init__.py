"""Games whose states are found and listed: retrograde analysis, and value iteration between bounds where there is chance."""
