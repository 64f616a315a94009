"""Language models as judges of answers: for evaluations only, never part of answering."""
