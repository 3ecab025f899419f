import { requestFor } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { DoorUnderTest } from "../../test/door-under-test.ts";
import type { ActName } from "../connection/connection.ts";
import { ACTS } from "./acts/acts.ts";
import { ACT_WORDS } from "./connect/act-words.ts";
import { reads } from "./reads/reads.ts";

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: unknown;
  readonly security?: unknown;
  readonly responses: Record<string, unknown>;
}

async function read(): Promise<{
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, unknown>;
    readonly responses: Record<string, unknown>;
  };
}> {
  await using under = await DoorUnderTest.open();
  const response = await under.ask("/openapi.json");
  return (await response.json()) as Awaited<ReturnType<typeof read>>;
}

test("the document describes every endpoint and page, and nothing else", async () => {
  const { openapi, paths } = await read();
  expect(openapi).toBe("3.1.0");
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const table = [...ACTS, ...reads({ verify: () => false, isReady: async () => true })].map(
    ({ method, path }) => `${method} ${path}`,
  );
  const others = [
    "/contracts/stream",
    "/jobs/stream",
    "/artifacts/{hash}",
    "/",
    "/docs",
    "/metrics",
    "/openapi.json",
  ];
  const all = [...table, "PUT /artifacts", ...others.map((path) => `GET ${path}`)];
  expect(described.toSorted()).toEqual(all.toSorted());
});

test("every act has an endpoint", async () => {
  const { paths } = await read();
  const words = (Object.keys(ACT_WORDS) as ActName[]).map((act) => requestFor(act).word);
  for (const word of [...words, "back-out", "ruling", "void"]) {
    expect(paths[`/contracts/{id}/${word}`], word).toHaveProperty("post");
  }
  expect(paths["/contracts"]).toHaveProperty("post");
  expect(paths["/faucet"]).toHaveProperty("post");
});

test("every operation has an id, its parameters, a body and its signature", async () => {
  const { paths } = await read();
  const names = new Set<string>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      expect(names.has(operation.operationId), operation.operationId).toBe(false);
      names.add(operation.operationId);
      expect(operation.summary.length).toBeGreaterThan(0);
      const inPath = operation.parameters.filter((each) => each.in === "path");
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      if (method === "get") continue;
      expect(operation).toHaveProperty("requestBody");
      // Both keys sign the statement itself.
      if (path === "/bindings") expect(operation).not.toHaveProperty("security");
      else expect(operation).toHaveProperty("security");
    }
  }
});

test("every operation lists refusals and internal errors", async () => {
  const { paths, components } = await read();
  for (const name of ["Refused", "Fault"]) expect(components.responses).toHaveProperty(name);
  expect(JSON.stringify(components.responses.Fault)).toContain('"const":"fault"');
  const { responses } = paths["/contracts/{id}/verify"]?.post ?? { responses: {} };
  expect(responses).toMatchObject({
    500: { $ref: "#/components/responses/Fault" },
    default: { $ref: "#/components/responses/Refused" },
  });
});

test("schemas have no unresolved references", async () => {
  const document = await read();
  const text = JSON.stringify(document);
  for (const [, name = ""] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
    expect(document.components.schemas).toHaveProperty(name);
  }
  expect(text).not.toContain('"$ref":"#/$defs');
  expect(document.paths["/contracts/{id}/verify"]?.post?.requestBody).toMatchObject({
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["success", "principal_pubkey"],
          properties: { success: { type: "boolean" }, principal_pubkey: { type: "string" } },
        },
      },
    },
  });
});
