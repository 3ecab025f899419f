/** The place in the first line of Node's error report: `/path/app.js:3`. */
import { firstMatch, type View } from "../view.ts";

const PLACE = /^(?:file:\/\/)?(\/[^:\n]{1,300}\.(?:js|mjs|cjs|ts|mts)):(\d{1,7})$/;

export function faultyFile(view: View): { readonly path: string; readonly line: number } | null {
  const [, path, line] = firstMatch(view, PLACE) ?? [];
  return path === undefined ? null : { path, line: Number(line) };
}
