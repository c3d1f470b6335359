"""The papers' experiments beyond average scores, such as worst cases, paraphrases and domains."""
