import type { Market } from "@bazaar/market/ports";
import type { Hono } from "hono";
import type { DoorEnvironment } from "../door-context.ts";
import type { Metrics } from "../metrics.ts";
import type { OpenapiDocument } from "../openapi-document.ts";
import type { Settings } from "../settings.ts";
import { docs } from "./docs.ts";
import { landing } from "./landing.ts";
import { page } from "./page.ts";

export interface PageNeeds {
  readonly market: Market;
  readonly settings: Settings;
  readonly metrics: Metrics;
  /** The OpenAPI document of this door. */
  readonly document: OpenapiDocument;
}

/** What is read by people, and by Prometheus. */
export function mountPages(app: Hono<DoorEnvironment>, needs: PageNeeds): void {
  const { market, settings, metrics, document } = needs;
  // The document never changes while the server runs.
  const described = docs(document);
  app.get("/", async (c) => {
    const { notices } = settings;
    return page(c, "Bazaar", landing(market, notices, await market.census()));
  });
  app.get("/docs", (c) => page(c, "Bazaar: endpoints", described));
  app.get("/metrics", async (c) => {
    c.header("Content-Type", metrics.contentType);
    return c.body(await metrics.text());
  });
}
