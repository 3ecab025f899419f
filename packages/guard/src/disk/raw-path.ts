/**
 * File names as the kernel stores them: bytes, mostly UTF-8.
 *
 * A raw path is a string with one character per byte, so that it can be compared, cut, sorted and
 * written to JSON like any text, and names that differ in one invalid byte stay different. Text
 * becomes raw only in `rawPath`, and raw becomes text only in `shownPath`.
 */
import { Buffer, isUtf8 } from "node:buffer";

declare const RAW: unique symbol;
export type RawPath = string & { readonly [RAW]: true };

export function rawPath(text: string): RawPath {
  return Buffer.from(text, "utf8").toString("latin1") as RawPath;
}

/** A string that is raw already: from `readdir` with latin1, from a journal, cut from another. */
export function asRaw(text: string): RawPath {
  return text as RawPath;
}

/** What Node's file system calls take. */
export function bytesOf(path: RawPath): Buffer {
  return Buffer.from(path, "latin1");
}

/** For people: UTF-8 if valid, otherwise every byte outside ASCII as `\xNN`. */
export function shownPath(path: RawPath): string {
  const bytes = bytesOf(path);
  if (isUtf8(bytes)) return bytes.toString("utf8");
  return path.replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}

export function childPath(parent: RawPath, name: string): RawPath {
  return asRaw(parent === "/" ? `/${name}` : `${parent}/${name}`);
}

export function parentPath(path: RawPath): RawPath {
  return asRaw(path.slice(0, path.lastIndexOf("/")) || "/");
}

export function nameOf(path: RawPath): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether `path` is `tree` itself or lies below it. */
export function isWithin(path: string, tree: string): boolean {
  return path === tree || path.startsWith(tree.endsWith("/") ? tree : `${tree}/`);
}
