/**
 * Which route a request is for. Paths are fixed, or have one name in their second place:
 * `/contracts/{id}` and `/contracts/{id}/bond`. A fixed one comes first.
 */
import { invariant } from "@bazaar/kernel";
import type { HttpRequest, HttpResponse } from "./http-request.ts";

export interface Route {
  readonly method: "GET" | "POST";
  /** With its parameter in braces. */
  readonly path: string;
  /** `name` is what stands in the braces; empty where there are none. */
  readonly serve: (request: HttpRequest, name: string) => HttpResponse | Promise<HttpResponse>;
}

export interface FoundRoute {
  readonly route: Route;
  readonly name: string;
}

type Methods = Map<string, Route>;

/** In place of a name; no path that is written plainly has it. */
const ANY = "{}";
const BRACES = /\{\w+\}/;
/** What an address leaves as it is, without a segment that is only dots. */
const PLAIN = /^(?:\/(?!\.{1,2}(?:\/|$))[\w!$&'()*+,;=:@|~.[\]-]*)+$/;

/** Two spellings of one path would be two signed texts for one act, so there is only one. */
export function isPlainPath(path: string): boolean {
  return PLAIN.test(path);
}

export class RouteTable {
  readonly #fixed = new Map<string, Methods>();
  readonly #named = new Map<string, Methods>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const shape = route.path.replace(BRACES, ANY);
      const isFixed = shape === route.path;
      invariant(isFixed || shapeOf(shape)?.shape === shape, `${route.path} names something else`);
      const table = isFixed ? this.#fixed : this.#named;
      const methods: Methods = table.get(shape) ?? new Map();
      invariant(!methods.has(route.method), `${route.method} ${route.path} is there twice`);
      table.set(shape, methods.set(route.method, route));
    }
  }

  /** What is asked of a head is asked of the whole. */
  find({ method, path }: Pick<HttpRequest, "method" | "path">): FoundRoute | null {
    const asked = method === "HEAD" ? "GET" : method;
    const fixed = this.#fixed.get(path)?.get(asked);
    if (fixed !== undefined) return { route: fixed, name: "" };
    const shaped = shapeOf(path);
    const route = shaped === null ? undefined : this.#named.get(shaped.shape)?.get(asked);
    return shaped === null || route === undefined ? null : { route, name: shaped.name };
  }

  /** Which methods a path has; none where it is nobody's. */
  allowed(path: string): readonly string[] {
    const named = this.#named.get(shapeOf(path)?.shape ?? "");
    const methods = [...(this.#fixed.get(path)?.keys() ?? []), ...(named?.keys() ?? [])];
    return [...new Set(methods)];
  }
}

/** The path without the name in its second place; null where there is none. */
function shapeOf(path: string): { readonly shape: string; readonly name: string } | null {
  const begin = path.indexOf("/", 1) + 1;
  if (begin === 0) return null;
  const next = path.indexOf("/", begin);
  const end = next === -1 ? path.length : next;
  if (end === begin) return null;
  return { shape: path.slice(0, begin) + ANY + path.slice(end), name: path.slice(begin, end) };
}
