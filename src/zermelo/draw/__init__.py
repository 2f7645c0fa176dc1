"""Pictures: pure functions from data to SVG text. They know neither games nor searches, and read and write no files."""
