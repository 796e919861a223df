"""What is due: claimed by one worker, and tried by itself."""
