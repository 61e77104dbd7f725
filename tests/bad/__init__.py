"""Bad inputs with everything that `check` has to say about them."""
