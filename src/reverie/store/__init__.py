"""The cellar: documents, change sets, journal, undo, locks and logs. Nothing else in Reverie writes memory."""
