import { expect, test } from "vitest";
import { fromWebRequest, toWebResponse } from "../../listen/web-request.ts";
import { Metrics } from "../metrics.ts";
import { ReadingMarket } from "../reads/test/reading-market.ts";
import { RouteTable } from "../route-table.ts";
import { DEFAULT_SETTINGS } from "../settings.ts";
import { pageRoutes } from "./page-routes.ts";

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
                    case: {
                      anyOf: [
                        {
                          required: ["is", "ruling"],
                          properties: { is: { const: "ruled" }, ruling: { type: "string" } },
                        },
                        { required: ["is"], properties: { is: { const: "waiting" } } },
                      ],
                    },
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
  ask: (path: string, headers?: Record<string, string>) => Promise<Response>;
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
  const table = new RouteTable(
    pageRoutes({ market, settings: DEFAULT_SETTINGS, metrics, document: DOCUMENT }),
  );
  const ask = async (path: string, headers: Record<string, string> = {}): Promise<Response> => {
    const request = new Request(`http://door${path}`, { headers });
    const asked = fromWebRequest(request);
    const response = await table.find(asked)!.route.serve(asked, "");
    return toWebResponse(request, asked.id, response, () => undefined);
  };
  return { ask, metrics, bazaar };
}

test.each(["/", "/docs"])("%s runs nothing and loads nothing", async (path) => {
  const { ask } = await pages();
  const answered = await ask(path);
  const text = await answered.text();
  expect(answered.status).toBe(200);
  expect(answered.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
  );
  expect(text).not.toContain("<script");
  expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
});

test("the docs page shows every endpoint with its fields, escaped", async () => {
  const { ask } = await pages();
  const text = await (await ask("/docs")).text();
  for (const part of [
    "POST /contracts/{id}/bond",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "agent_pubkey",
    "bond.status",
    "list[].status",
    "string or null",
    "ruled or waiting",
    "case.ruling",
    "Which one.",
  ]) {
    expect(text).toContain(part);
  }
});

test("the landing page shows open contracts and that the money is test money", async () => {
  const { ask, bazaar } = await pages();
  await bazaar.post();
  const text = await (await ask("/")).text();
  expect(text).toContain("Open contracts: 1.");
  expect(text).toContain("test money");
});

const PROXIED = { "X-Forwarded-Proto": "https" };

test.each([
  { headers: { Host: "127.0.0.1:8000" }, address: "http://127.0.0.1:8000" },
  { headers: { Host: "[::1]:8000" }, address: "http://[::1]:8000" },
  { headers: { Host: "market.example", ...PROXIED }, address: "https://market.example" },
  { headers: { Host: 'a"><b>', ...PROXIED }, address: "http://HOST" },
  { headers: {}, address: "http://HOST" },
])("the pages show commands for $address, as the reader called it", async (at) => {
  const { ask } = await pages();
  for (const path of ["/", "/docs"]) {
    const text = await (await ask(path, at.headers)).text();
    expect(text).toContain(`fix --market ${at.address} make test`);
    expect(text).toContain(`bazaar agent --url ${at.address}`);
    expect(text).toContain(`curl -s ${at.address}/platform_info`);
    expect(text).not.toContain("<b>");
  }
});

test("the landing page says that everything is public and what the court decides", async () => {
  const { ask } = await pages();
  const text = (await (await ask("/")).text()).replaceAll("\n", " ");
  expect(text).toContain("public for good");
  expect(text).toContain("has no model and decides only recorded facts");
});

test("metrics are labelled by route, whatever path was requested", async () => {
  const { ask, metrics, bazaar } = await pages();
  await bazaar.post();
  metrics.observe({ method: "GET", route: "/contracts/{id}", status: 200, seconds: 0.02 });
  metrics.observe({ method: "GET", route: "/contracts/{id}", status: 404, seconds: 0.03 });
  metrics.observe({ method: "GET", route: "/contracts/{id}", status: 200, seconds: 200 });
  metrics.observe({ method: "BREW", route: null, status: 404, seconds: 0.001 });
  const answered = await ask("/metrics");
  const text = await answered.text();
  expect(answered.headers.get("content-type")).toContain("text/plain");
  for (const line of [
    'bazaar_http_requests_total{method="GET",route="/contracts/{id}",status="200"} 2',
    'bazaar_http_requests_total{method="GET",route="/contracts/{id}",status="404"} 1',
    'bazaar_http_requests_total{method="other",route="unmatched",status="404"} 1',
    'bazaar_http_request_seconds_bucket{le="0.01",method="GET",route="/contracts/{id}"} 0',
    'bazaar_http_request_seconds_bucket{le="0.03",method="GET",route="/contracts/{id}"} 2',
    'bazaar_http_request_seconds_bucket{le="100",method="GET",route="/contracts/{id}"} 2',
    'bazaar_http_request_seconds_bucket{le="+Inf",method="GET",route="/contracts/{id}"} 3',
    'bazaar_http_request_seconds_sum{method="GET",route="/contracts/{id}"} 200.05',
    'bazaar_http_request_seconds_count{method="GET",route="/contracts/{id}"} 3',
    "bazaar_streams_open 3",
    "bazaar_streams_dropped 2",
    "bazaar_feed_number 42",
    "bazaar_requests_held 1",
    'bazaar_contracts{phase="open"} 1',
    'bazaar_contracts{phase="voided"} 0',
    "process_cpu_seconds_total",
  ]) {
    expect(
      text.split("\n").some((each) => each.startsWith(line)),
      line,
    ).toBe(true);
  }
  for (const line of text.split("\n")) {
    expect(line, "as Prometheus reads it").toMatch(
      /^(?:$|# (?:HELP|TYPE) \S+ .+|\S+(?:\{.*\})? \S+)$/,
    );
  }
});
