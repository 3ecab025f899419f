/** The place in Node's error report: `/path/app.js:3` in its first line, or the first own call. */
import { firstMatch, type View } from "../view.ts";

const PLACE = /^(?:file:\/\/)?(\/[^:\n]{1,300}\.(?:js|mjs|cjs|ts|mts)):(\d{1,7})$/;
const CALL =
  /^\s*at .{0,200}?\(?(?:file:\/\/)?(\/(?!.{0,300}\/node_modules\/)[^:()\n]{1,300}\.(?:js|mjs|cjs|ts|mts)):(\d{1,7}):\d{1,7}\)?$/;

export function faultyFile(view: View): { readonly path: string; readonly line: number } | null {
  const [, path, line] = firstMatch(view, PLACE, CALL) ?? [];
  return path === undefined ? null : { path, line: Number(line) };
}
