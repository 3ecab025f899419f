/** Which rules are asked at which mark. */
import { DIGIT, isWordAt, kindAt } from "../characters.ts";
import type { ScanState } from "../scan-state.ts";
import { endAt, type Match, type View } from "../view.ts";
import { email, ipv6 } from "./addresses.ts";
import { bareKeyLines } from "./bare-key-lines.ts";
import { elementWithAttributes, keyValue } from "./key-value.ts";
import { announcedSecret } from "./printed-secrets.ts";
import { asanaToken, goDsn, netNtlm, telegramToken, urlCredentials } from "./urls.ts";

export function atMark(scan: ScanState, at: number): Match | null {
  const { text } = scan;
  switch (text[at]) {
    case "\n":
      scan.command = "";
      return bareKeyLines(scan, at);
    case "=":
      return text[at + 1] === "\n" ? announcedSecret(scan, at) : keyValue(scan, at);
    case ":":
      return atColon(scan, at);
    case "@":
      return isWordAt(text, at + 1) ? (goDsn(scan, at) ?? email(scan, at)) : null;
    case ">":
      if (text[at - 1] === '"') return keyValue(scan, at) ?? elementWithAttributes(scan, at);
      return isWordAt(text, at - 1) ? keyValue(scan, at) : null;
    // Wide forms, behind names in Chinese and Japanese.
    case "：":
    case "＝":
      return keyValue(scan, at);
    default:
      return null;
  }
}

const TIME_OF_DAY = /(?<=(?<!\w)\d{1,2}):\d/y;

function atColon(view: View, at: number): Match | null {
  const { text } = view;
  if (text.startsWith("://", at)) return urlCredentials(view, at);
  if (kindAt(text, at - 1) === DIGIT) {
    if (endAt(TIME_OF_DAY, text, at) !== -1) return null;
    const token = telegramToken(view, at) ?? asanaToken(view, at);
    if (token !== null) return token;
  }
  const next = text.charCodeAt(at + 1);
  if (next === 58) return netNtlm(view, at) ?? ipv6(view, at);
  if (next === 10 || next === 13) return announcedSecret(view, at) ?? keyValue(view, at);
  return ipv6(view, at) ?? keyValue(view, at);
}
