"""The furniture: frozen, typed records and protocols that every room shares. They know nothing of files or stores."""
