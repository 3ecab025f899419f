import { Hono } from "hono";
import { expect, test } from "vitest";
import type { DoorEnvironment } from "../door-context.ts";
import { Metrics } from "../metrics.ts";
import { ReadingMarket } from "../reads/test/reading-market.ts";
import { DEFAULT_SETTINGS } from "../settings.ts";
import { mountPages } from "./mount-pages.ts";

const EVIL = "<script>alert(1)</script>\"'&";

const DOCUMENT = {
  info: { title: "Bazaar", description: EVIL },
  components: {
    schemas: {
      Bond: {
        type: "object",
        required: ["status"],
        properties: { status: { type: "string", enum: ["agent_locked"] } },
      },
    },
  },
  paths: {
    "/contracts/{id}/bond": {
      post: {
        summary: EVIL,
        tags: ["acts"],
        parameters: [{ name: "id", in: "path", required: true, description: "Which one." }],
        requestBody: {
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["agent_pubkey"],
                properties: { agent_pubkey: { type: "string", description: "Who." } },
              },
            },
          },
        },
        responses: {
          "200": {
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: {
                    bond: { $ref: "#/components/schemas/Bond" },
                    list: { type: "array", items: { $ref: "#/components/schemas/Bond" } },
                    maybe: { anyOf: [{ type: "string" }, { type: "null" }] },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};

async function pages(): Promise<{
  app: Hono<DoorEnvironment>;
  metrics: Metrics;
  bazaar: ReadingMarket;
}> {
  const bazaar = await ReadingMarket.open();
  const { market } = bazaar;
  const metrics = new Metrics(market, {
    openStreams: () => 3,
    droppedStreams: () => 2,
    feedNumber: () => 42,
    heldRequests: () => 1,
  });
  const app = new Hono<DoorEnvironment>();
  mountPages(app, { market, settings: DEFAULT_SETTINGS, metrics, document: DOCUMENT });
  return { app, metrics, bazaar };
}

test.each(["/", "/docs"])("%s runs nothing and loads nothing", async (path) => {
  const { app } = await pages();
  const answered = await app.request(path);
  const text = await answered.text();
  expect(answered.status).toBe(200);
  expect(answered.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
  );
  expect(text).not.toContain("<script");
  expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
});

test("docs shows every endpoint with its fields, and escapes what it is given", async () => {
  const { app } = await pages();
  const text = await (await app.request("/docs")).text();
  for (const part of [
    "POST /contracts/{id}/bond",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "agent_pubkey",
    "bond.status",
    "list[].status",
    "string or null",
    "Which one.",
  ]) {
    expect(text).toContain(part);
  }
});

test("the first page says how many contracts are open and that the money is test money", async () => {
  const { app, bazaar } = await pages();
  await bazaar.post();
  const text = await (await app.request("/")).text();
  expect(text).toContain("Open contracts: 1.");
  expect(text).toContain("test money");
});

test("metrics count by table, whatever was asked for", async () => {
  const { app, metrics, bazaar } = await pages();
  await bazaar.post();
  metrics.observe({ method: "GET", route: "/contracts/{id}", status: 200, seconds: 0.02 });
  metrics.observe({ method: "BREW", route: null, status: 404, seconds: 0.001 });
  const answered = await app.request("/metrics");
  const text = await answered.text();
  expect(answered.headers.get("content-type")).toContain("text/plain");
  for (const line of [
    'bazaar_http_requests_total{method="GET",route="/contracts/{id}",status="200"} 1',
    'bazaar_http_requests_total{method="other",route="unmatched",status="404"} 1',
    'bazaar_http_request_seconds_bucket{le="0.03",method="GET",route="/contracts/{id}"} 1',
    "bazaar_streams_open 3",
    "bazaar_streams_dropped 2",
    "bazaar_feed_number 42",
    "bazaar_requests_held 1",
    'bazaar_contracts{phase="open"} 1',
    'bazaar_contracts{phase="voided"} 0',
    "process_cpu_seconds_total",
  ]) {
    expect(text).toContain(line);
  }
});
