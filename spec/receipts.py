"""A second implementation of what receipts.md says, in Python's standard library.

Reads vectors/receipts.json and makes every receipt's derived fields again from the transcript:
its id, the hashes, the head, the time, the keys, and the hash of the text that is signed. Prints
one line per receipt, and ends with 1 if any of them differs. Signatures need a library for Ed25519
and are not checked here.

    python3 receipts.py vectors/receipts.json

Then one line per policy, whose hash it makes from the document and the checks of the terms.
"""

import datetime
import hashlib
import json
import sys

sys.dont_write_bytecode = True
from rfc8785 import canonical, digest

BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
DOMAIN = "bazaar/receipt/1\n"


def sha256(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def entry_hash(entry):
    """The chain's own canonical form: ASCII, keys in the order of code points."""
    return sha256(json.dumps(entry, sort_keys=True, separators=(",", ":")))


def npub(key):
    bits = "".join(f"{byte:08b}" for byte in bytes.fromhex(key))
    bits += "0" * (-len(bits) % 5)
    words = [int(bits[at : at + 5], 2) for at in range(0, len(bits), 5)]
    prefix = "npub"
    expanded = [ord(letter) >> 5 for letter in prefix] + [0] + [ord(letter) & 31 for letter in prefix]
    rest = polymod(expanded + words + [0] * 6) ^ 1
    words += [(rest >> 5 * (5 - at)) & 31 for at in range(6)]
    return prefix + "1" + "".join(BECH32[word] for word in words)


def polymod(words):
    generators = [0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3]
    rest = 1
    for word in words:
        top, rest = rest >> 25, (rest & 0x1FFFFFF) << 5 ^ word
        for at, generator in enumerate(generators):
            if top >> at & 1:
                rest ^= generator
    return rest


def iso_time(ms):
    moment = datetime.datetime.fromtimestamp(ms // 1000, datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S") + f".{ms % 1000:03d}Z"


def key_of(party):
    return None if party is None or party.startswith("evm:") else party[-64:]


def provider_id(party):
    return npub(party[-64:]) if party is not None and party.startswith("nostr:") else party


def work_of(entries, provider):
    """What the last seat of this provider says about its work."""
    facts = {}
    job = entries[0]["data"]["terms"]["work"]["spec"]
    for entry in entries:
        data = entry["data"]
        if entry["type"] in ("bond", "accept") and entry["author"] == provider:
            facts = {}
        if entry["type"] == "fix" and entry["author"] == provider:
            facts = result_of(data["fix"], job)
        # A verification is about the provider that handed in last, whoever ran the checks.
        if entry["type"] in ("verify", "checked") and last_author(entries, entry) == provider:
            evidence = data.get("evidence")
            facts = {**facts, "verification_hash": None if evidence is None else digest(evidence)}
    return facts


def last_author(entries, entry):
    fixes = [one for one in entries[: entry["seq"]] if one["type"] == "fix"]
    return fixes[-1]["author"] if fixes else None


def result_of(text, job):
    if "schema_id" not in job or not text.startswith("{"):
        return {}
    result = json.loads(text)
    if result["job_hash"] != job["job_hash"]:
        return {}
    # An artifact is not in the transcript: its envelope names the trajectory, and no session.
    is_artifact = result.get("payload_artifact") is not None
    stated = result if is_artifact else result.get("payload", {})
    trajectory = stated.get("trajectory_id")
    session = None if is_artifact else stated.get("session_id")
    return {
        "session_id": trajectory if session is None else session,
        "trajectory_id": trajectory,
        "trajectory_hash": stated.get("trajectory_hash"),
    }


def expected(transcript, receipt):
    entries = transcript["entries"]
    terms = entries[0]["data"]["terms"]
    settled = next(entry for entry in entries if entry["type"] == "settled")
    provider = receipt["provider"]
    work = work_of(entries, provider)
    spec = terms["work"]["spec"]
    is_job = terms["work"]["kind"] not in ("command", "task")
    moment = iso_time(transcript["receivedAt"][settled["seq"]])
    whole, _, fraction = receipt["amount"].partition(".")
    is_btc = receipt["asset"] == "BTC"
    return {
        "version": 1,
        "receipt_id": digest({"contract": transcript["id"], "leg": receipt["leg"], "receipt": "bazaar/1"}),
        "contract": transcript["id"],
        "job_id": transcript["id"] if is_job else None,
        "job_hash": digest(spec["payload"]) if "schema_id" in spec else None,
        "session_id": work.get("session_id"),
        "trajectory_id": work.get("trajectory_id"),
        "trajectory_hash": work.get("trajectory_hash"),
        "verification_hash": work.get("verification_hash"),
        "policy_bundle_id": terms["document"].get("policy_bundle_id"),
        "approval_rule_id": terms["document"].get("approval_rule_id"),
        "market": terms["platform"],
        "buyer": terms["principal"],
        "buyer_pubkey": key_of(terms["principal"]),
        "provider": provider,
        "provider_pubkey": key_of(provider),
        "provider_id": provider_id(provider),
        "asset_id": "CREDIT:" + receipt["asset"],
        "amount_msats": int(whole + fraction.ljust(11, "0")) if is_btc else None,
        "payment_proof": {"type": "ledger_entry", "value": receipt["leg"]},
        "rail": "ledger",
        "settled": {"seq": settled["seq"], "head": entry_hash(settled)},
        "timestamp": moment,
        "paid_at": moment,
        # The rules of the schedules decide these; settlement.json has vectors for them.
        **{name: receipt[name] for name in ("leg", "payee", "asset", "amount")},
    }


def policy_of(document, checks):
    return {
        "policy": "bazaar/1",
        "schema_id": document["schema_id"],
        "budget": document["budget"],
        "provider": document.get("provider"),
        "judge": document.get("judge"),
        "panel": document.get("panel", False),
        "checks": checks,
    }


def main(path):
    with open(path, encoding="utf-8") as file:
        vectors = json.load(file)
    different = 0
    for case in vectors["cases"]:
        for signed in case["receipts"]:
            receipt = expected(case["transcript"], signed["receipt"])
            text_hash = sha256(DOMAIN + canonical(receipt))
            is_same = receipt == signed["receipt"] and text_hash == signed["signed_text_sha256"]
            different += not is_same
            print(receipt["receipt_id"], text_hash, "same" if is_same else "DIFFERENT")
    for case in vectors["policies"]:
        policy = digest(policy_of(case["document"], case["checks"]))
        is_same = policy == case["policy_bundle_id"]
        different += not is_same
        print(policy, "same" if is_same else "DIFFERENT")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
