"""From passages to an answer: enough evidence or a refusal, the best sentences, verified citations."""
