import type { Market } from "@bazaar/market/ports";
import { RESPONSE_HEADERS } from "../../listen/response-headers.ts";
import type { Metrics } from "../metrics.ts";
import type { OpenapiDocument } from "../openapi-document.ts";
import type { Route } from "../route-table.ts";
import type { Settings } from "../settings.ts";
import { docs, docsIntroduction } from "./docs.ts";
import { html } from "./html.ts";
import { landing } from "./landing.ts";
import { ownAddress } from "./own-address.ts";
import { PAGE_HEADERS, pageText } from "./page.ts";

export interface PageNeeds {
  readonly market: Market;
  readonly settings: Settings;
  readonly metrics: Metrics;
  readonly document: OpenapiDocument;
}

export function pageRoutes({ market, settings, metrics, document }: PageNeeds): readonly Route[] {
  // The document never changes while the server runs.
  const endpoints = docs(document);
  const metricsHeaders = { ...RESPONSE_HEADERS, "Content-Type": metrics.contentType };
  return [
    {
      method: "GET",
      path: "/",
      async serve(request) {
        const census = await market.census();
        const content = landing(market, settings.notices, census, ownAddress(request));
        return { status: 200, headers: PAGE_HEADERS, body: pageText("Bazaar", content) };
      },
    },
    {
      method: "GET",
      path: "/docs",
      serve(request) {
        const content = html`${docsIntroduction(document, ownAddress(request))}${endpoints}`;
        const body = pageText("Bazaar: endpoints", content);
        return { status: 200, headers: PAGE_HEADERS, body };
      },
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
