"""Cards from a table: CSV, or a spreadsheet of Excel, LibreOffice or Google; and back into one."""
