/**
 * Ports that misbehave: every call of a process passes through here, where it may wait for its
 * turn, die before or after its effect, or lose its answer.
 */
import { RailUnavailable, StoreUnavailable } from "@bazaar/market/ports";

/** The process is gone. Nothing it still had in hand happens. */
export class Crashed extends Error {
  override name = "Crashed";
}

type Method = (...input: readonly never[]) => unknown;

/** The same port with every method wrapped. */
export function around<T extends object>(
  port: T,
  wrap: (name: string, call: () => Promise<unknown>) => Promise<unknown>,
): T {
  const wrapped: Record<string, unknown> = {};
  for (const name of methodsOf(port)) {
    const method = Reflect.get(port, name) as Method;
    wrapped[name] = (...input: readonly never[]) =>
      wrap(name, async () => method.apply(port, [...input]));
  }
  for (const [name, value] of Object.entries(port)) {
    if (typeof value !== "function") wrapped[name] = value;
  }
  return wrapped as T;
}

function methodsOf(port: object): readonly string[] {
  const names = new Set<string>();
  for (let level = port; level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) {
      if (name !== "constructor" && typeof Reflect.get(port, name) === "function") names.add(name);
    }
  }
  return [...names];
}

/** What went wrong with a call, as the caller of that kind of port would see it. */
export function lost(port: "store" | "rail"): Error {
  return port === "store" ? new StoreUnavailable("no answer") : new RailUnavailable("no answer");
}
