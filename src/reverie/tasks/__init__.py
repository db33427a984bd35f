"""Questions about language with a fixed form: what is shown, what is asked, who answers, and how an
answer is checked."""
