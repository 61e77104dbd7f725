"""The best hands, proved: every hand is either scored or shown to be worth less."""
