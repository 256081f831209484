this is never compiled
