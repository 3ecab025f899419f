/**
 * File names as the kernel keeps them: bytes, most of which happen to be UTF-8.
 *
 * A raw path is a string with one character per byte, so that it can be compared, cut, sorted and
 * written to JSON like any text, and two names that differ in one bad byte stay two names. Text
 * becomes raw in `rawPath` only, and raw becomes text in `shownPath` only.
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

/** What the file system calls of Node take. */
export function bytesOf(path: RawPath): Buffer {
  return Buffer.from(path, "latin1");
}

/** For people: UTF-8 where it is, otherwise every byte outside ASCII as `\xNN`. */
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
