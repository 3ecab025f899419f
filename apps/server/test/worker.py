"""A worker without a model for the tests: it does the jobs that usually need one, always the same way."""
import hashlib
import json
import re

with open("job.json", encoding="utf-8") as file:
    job = json.load(file)
asked = job["payload"]


def words(text):
    return set(re.findall(r"[a-z]+", text.lower()))


def vector(text, size):
    digest = hashlib.sha256(text.encode()).digest()
    return [digest[place % len(digest)] / 256 for place in range(size)]


def embedding():
    size = asked["dimensions"]
    vectors = [vector(text, size) for text in asked["texts"]]
    return {"embeddings": vectors, "model_id": "sha256", "dimensions": size}


def rerank():
    task = words(asked["user_task"])
    fit = lambda one: len(task & words(one["content"])) / len(task)
    best = sorted(asked["candidates"], key=fit, reverse=True)[: asked["k"]]
    return {"topk": [{"rank": at + 1, "id": one["id"], "score": fit(one)} for at, one in enumerate(best)]}


def analysis():
    chunk = asked["chunk"]
    found = [
        {"name": name.group(1), "kind": "constant", "line": chunk["start_line"] + at}
        for at, line in enumerate(chunk["content"].split("\n"))
        if (name := re.search(r"const (\w+)", line))
    ]
    summary = "It defines %s." % ", ".join(one["name"] for one in found)
    return {
        "summary": summary,
        "symbols": found,
        "suspected_faults": [],
        "recommended_next_probes": [],
        "confidence": 0.5,
    }


def text():
    said = "You said: %s" % asked["prompt"]
    return {"text": said, "text_sha256": hashlib.sha256(said.encode()).hexdigest()}


DOES = {
    "oa.embedding.v1": embedding,
    "oa.retrieval_rerank.v1": rerank,
    "oa.code_chunk_analysis.v1": analysis,
    "oa.text_gen.v1": text,
}

with open("result.json", "w", encoding="utf-8") as file:
    json.dump({"status": "success", **DOES[job["schema_id"]]()}, file)
