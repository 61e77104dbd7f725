"""The live preview: a page in the browser that shows the cards as they are saved. Only this machine can reach it."""
