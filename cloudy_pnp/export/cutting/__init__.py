"""Files for cutting machines: paths, and the registration marks that locate them."""
