"""What a model is asked: sessions distilled into packets of evidence."""
