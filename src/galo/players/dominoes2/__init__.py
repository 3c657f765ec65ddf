"""Players of two-sided dominoes, the draw game for two and the block game in pairs."""
