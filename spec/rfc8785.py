"""The canonical form of RFC 8785 in Python's standard library, for the other scripts of this folder."""

import decimal
import hashlib
import json

MAX_SAFE = 2**53 - 1


def double(value):
    """A finite double as ECMAScript prints it: shortest digits, exponents from 1e21 and below 1e-6."""
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError("not a finite number")
    if value == 0:
        return "0"
    sign, digits, exponent = decimal.Decimal(repr(value)).as_tuple()
    text = "".join(map(str, digits))
    point = len(text) + exponent
    text = text.rstrip("0")
    start = "-" if sign else ""
    if len(text) <= point <= 21:
        return start + text + "0" * (point - len(text))
    if 0 < point <= 21:
        return start + text[:point] + "." + text[point:]
    if -6 < point <= 0:
        return start + "0." + "0" * -point + text
    mantissa = text if len(text) == 1 else text[0] + "." + text[1:]
    power = point - 1
    return f"{start}{mantissa}e{'+' if power > 0 else '-'}{abs(power)}"


def integer(value):
    if -MAX_SAFE <= value <= MAX_SAFE:
        return str(value)
    if abs(value) < 10**21 and double(float(value)) == str(value):
        return str(value)
    raise ValueError("an integer that is not the text of its double")


def canonical(value):
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int):
        return integer(value)
    if isinstance(value, float):
        return double(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
    return "{" + ",".join(canonical(key) + ":" + canonical(value[key]) for key in keys) + "}"


def digest(value):
    return "sha256:" + hashlib.sha256(canonical(value).encode("utf-8")).hexdigest()
