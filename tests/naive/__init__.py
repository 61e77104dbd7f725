"""The rules of Cloudy Kingdom a second time: slow, on paper, from the specification alone."""
