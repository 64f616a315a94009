"""The protocol of OpenAI's chat completions, so that chat clients which speak it can ask the library."""
