"""A prompt, and a key for servers that ask for one."""

from __future__ import annotations

from pincite.llm.contract import Message, Role

KEY_VARIABLE = "MODEL_KEY"
KEY = "secret-key-4711"
PROMPT = [Message(Role.SYSTEM, "End with KESTREL."), Message(Role.USER, "What is the fee?")]
