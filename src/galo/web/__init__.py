"""The site: tables in the browser for people and agents."""
