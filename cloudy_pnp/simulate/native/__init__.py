"""Functions over whole numbers and arrays as machine code: `translate` (Python to LLVM), `machine` (the rest)."""
