"""Language models: `openai`, any endpoint that speaks its chat completions."""
