/** Wraps one call: `call` performs it, and may be called later, repeatedly or not at all. */
type Around = (
  name: string,
  call: () => Promise<unknown>,
  input: readonly unknown[],
) => Promise<unknown>;

type Method = (...input: readonly unknown[]) => Promise<unknown>;

/**
 * The same port with every method call passing through `around`, which may delay or count it, or
 * let it fail before or after its effect. Other properties are copied.
 */
export function through<T extends object>(port: T, around: Around): T {
  const wrapped: Record<string, unknown> = Object.fromEntries(Object.entries(port));
  for (const name of methodsOf(port)) {
    const method = Reflect.get(port, name) as Method;
    wrapped[name] = (...input: readonly unknown[]) =>
      around(name, () => method.apply(port, input as unknown[]), input);
  }
  return wrapped as T;
}

/** Own and inherited methods. */
function methodsOf(port: object): ReadonlySet<string> {
  const names = new Set<string>();
  for (let level = port; level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) {
      if (name !== "constructor" && typeof Reflect.get(port, name) === "function") names.add(name);
    }
  }
  return names;
}
