import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "@bazaar/doors/http/connect";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { expect, onTestFinished, test } from "vitest";
import { marketReports } from "./market-reports.ts";

/** A connection that gives up soon, and what is told of its market. */
function meet(url: string) {
  const told: string[] = [];
  const onOutcome = marketReports(url, {
    onAnswer: () => told.push("answers"),
    onFailure: (problem) => told.push(problem),
  });
  const patienceMs = 300;
  const signer = generateSigner();
  return {
    told,
    connection: connect({ url, signer, verify: ed25519Verify, patienceMs, onOutcome }),
  };
}

async function market(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The market hangs up on every client. */
const hangsUp: RequestListener = (request) => request.socket.destroy();

test("a request that its caller ends is no failure of the market", async () => {
  const ending = new AbortController();
  const url = await market((request, response) => {
    if (request.url === "/server_pubkey") response.end("{}");
    else ending.abort();
  });
  const { told, connection } = meet(url);
  await expect(connection.serverKey()).rejects.toThrow("cannot be read");
  await expect(connection.jobs({}, ending.signal)).rejects.toThrow();
  expect(told).toEqual(["answers"]);
});

test.each<{ what: string; answer: RequestListener; says: RegExp }>([
  { what: "hangs up", answer: hangsUp, says: /does not answer \(the connection was cut off\)$/ },
  { what: "never answers", answer: () => undefined, says: /did not answer in 0.3 s$/ },
  {
    what: "fails",
    answer: (_, response) => response.writeHead(502).end("x"),
    says: /answered 502$/,
  },
])("a market that $what is reported once, with the reason", async ({ answer, says }) => {
  const { told, connection } = meet(await market(answer));
  await expect(connection.serverKey()).rejects.toThrow();
  await expect(connection.serverKey()).rejects.toThrow();
  expect(told).toEqual([expect.stringMatching(says)]);
});
