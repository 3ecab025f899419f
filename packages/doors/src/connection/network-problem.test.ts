import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { networkProblem } from "./network-problem.ts";

async function problemAt(url: string): Promise<string | null> {
  return fetch(url).then(
    () => "it answered",
    (error: unknown) => networkProblem(error),
  );
}

test("a refused connection and a server without TLS are told apart", async () => {
  const server = createServer((_, response) => response.end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  expect(await problemAt(`https://127.0.0.1:${port}`)).toContain("does not speak TLS");
  server.close();
  await once(server, "close");
  expect(await problemAt(`http://127.0.0.1:${port}`)).toBe("the connection was refused");
});

test("an error without a code says nothing", () => {
  expect(networkProblem(new Error("no"))).toBeNull();
});
