"""Check that card data makes sense: findings with the path into the data."""
