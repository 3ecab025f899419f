/**
 * Finds the route of a request. A path is fixed, or its second segment is a parameter, as in
 * `/contracts/{id}/bond`. Fixed paths take precedence.
 */
import { invariant } from "@bazaar/kernel";
import type { HttpRequest, HttpResponse } from "../listen/http-request.ts";

export interface Route {
  readonly method: "GET" | "POST" | "PUT";
  /** With its parameter in braces. */
  readonly path: string;
  /** `name` is the parameter's value; empty if there is none. */
  readonly serve: (request: HttpRequest, name: string) => HttpResponse | Promise<HttpResponse>;
}

export interface FoundRoute {
  readonly route: Route;
  readonly name: string;
}

type Methods = Map<string, Route>;

/** Stands for the parameter; no plain path contains it. */
const ANY = "{}";
const BRACES = /\{\w+\}/;
/** Characters that URLs do not escape, and no segment that is only dots. */
const PLAIN = /^(?:\/(?!\.{1,2}(?:\/|$))[\w!$&'()*+,;=:@|~.[\]-]*)+$/;

/** A path has one spelling: with two, one act would have two signed texts. */
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
      invariant(
        isFixed || shapeOf(shape)?.shape === shape,
        `${route.path} has its parameter elsewhere`,
      );
      const table = isFixed ? this.#fixed : this.#named;
      const methods: Methods = table.get(shape) ?? new Map();
      invariant(!methods.has(route.method), `${route.method} ${route.path} is defined twice`);
      table.set(shape, methods.set(route.method, route));
    }
  }

  /** HEAD has the route of GET. */
  find({ method, path }: Pick<HttpRequest, "method" | "path">): FoundRoute | null {
    const asked = method === "HEAD" ? "GET" : method;
    const fixed = this.#fixed.get(path)?.get(asked);
    if (fixed !== undefined) return { route: fixed, name: "" };
    const shaped = shapeOf(path);
    const route = shaped === null ? undefined : this.#named.get(shaped.shape)?.get(asked);
    return shaped === null || route === undefined ? null : { route, name: shaped.name };
  }

  /** The methods of a path; none if there is no such path. */
  allowed(path: string): readonly string[] {
    const named = this.#named.get(shapeOf(path)?.shape ?? "");
    const methods = [...(this.#fixed.get(path)?.keys() ?? []), ...(named?.keys() ?? [])];
    return [...new Set(methods)];
  }
}

/** The path with its second segment replaced; null if it has none. */
function shapeOf(path: string): { readonly shape: string; readonly name: string } | null {
  const begin = path.indexOf("/", 1) + 1;
  if (begin === 0) return null;
  const next = path.indexOf("/", begin);
  const end = next === -1 ? path.length : next;
  if (end === begin) return null;
  return { shape: path.slice(0, begin) + ANY + path.slice(end), name: path.slice(begin, end) };
}
