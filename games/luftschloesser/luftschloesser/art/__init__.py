"""Our own pictures: weather, clouds, cloud beings, castles, the board."""
