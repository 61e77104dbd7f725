"""The cards as frozen data: what they are called, what suit they have, what they do."""
