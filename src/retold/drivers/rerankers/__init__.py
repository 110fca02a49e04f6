"""Rerankers: `jina`, any endpoint that speaks its `POST /rerank`."""
