"""Cards and a sheet description (data) to pages: imposition, marks, bleed, duplex backs."""
