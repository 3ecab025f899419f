import type { Market } from "@bazaar/market/ports";
import type { Metrics } from "../metrics.ts";
import type { OpenapiDocument } from "../openapi-document.ts";
import { flat, READ_HEADERS } from "../response-headers.ts";
import type { Route } from "../route-table.ts";
import type { Settings } from "../settings.ts";
import { docs } from "./docs.ts";
import { landing } from "./landing.ts";
import { PAGE_HEADERS, pageText } from "./page.ts";

export interface PageNeeds {
  readonly market: Market;
  readonly settings: Settings;
  readonly metrics: Metrics;
  /** The OpenAPI document of this door. */
  readonly document: OpenapiDocument;
}

/** What is read by people, and by Prometheus. */
export function pageRoutes({ market, settings, metrics, document }: PageNeeds): readonly Route[] {
  // The document never changes while the server runs.
  const described = docs(document);
  const measured = flat({ ...READ_HEADERS, "Content-Type": metrics.contentType });
  return [
    {
      method: "GET",
      path: "/",
      async serve(visit) {
        const content = landing(market, settings.notices, await market.census());
        visit.answer(200, PAGE_HEADERS, await pageText("Bazaar", content));
      },
    },
    {
      method: "GET",
      path: "/docs",
      async serve(visit) {
        visit.answer(200, PAGE_HEADERS, await pageText("Bazaar: endpoints", described));
      },
    },
    {
      method: "GET",
      path: "/metrics",
      async serve(visit) {
        visit.answer(200, measured, await metrics.text());
      },
    },
  ];
}
