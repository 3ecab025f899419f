import type { Market } from "@bazaar/market/ports";
import type { Metrics } from "../metrics.ts";
import type { OpenapiDocument } from "../openapi-document.ts";
import { RESPONSE_HEADERS } from "../response-headers.ts";
import type { Route } from "../route-table.ts";
import type { Settings } from "../settings.ts";
import { docs } from "./docs.ts";
import { landing } from "./landing.ts";
import { PAGE_HEADERS, pageText } from "./page.ts";

export interface PageNeeds {
  readonly market: Market;
  readonly settings: Settings;
  readonly metrics: Metrics;
  readonly document: OpenapiDocument;
}

export function pageRoutes({ market, settings, metrics, document }: PageNeeds): readonly Route[] {
  // The document never changes while the server runs.
  const docsPage = pageText("Bazaar: endpoints", docs(document));
  const metricsHeaders = { ...RESPONSE_HEADERS, "Content-Type": metrics.contentType };
  return [
    {
      method: "GET",
      path: "/",
      async serve() {
        const content = landing(market, settings.notices, await market.census());
        return { status: 200, headers: PAGE_HEADERS, body: pageText("Bazaar", content) };
      },
    },
    {
      method: "GET",
      path: "/docs",
      serve: () => ({ status: 200, headers: PAGE_HEADERS, body: docsPage }),
    },
    {
      method: "GET",
      path: "/metrics",
      async serve() {
        return { status: 200, headers: metricsHeaders, body: await metrics.text() };
      },
    },
  ];
}
