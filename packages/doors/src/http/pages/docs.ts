/** The OpenAPI document as a page. */
import type { OpenapiDocument, Operation, Schema } from "../openapi-document.ts";
import { fieldsOf, schemaAt } from "./fields-of.ts";
import { type Html, html } from "./html.ts";

export function docs(document: OpenapiDocument): Html {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => tagOf(operation)))];
  const sections = tags.map((tag) => {
    const inTag = operations.filter(({ operation }) => tagOf(operation) === tag);
    return html`<h2>${tag}</h2>${inTag.map(({ path, method, operation }) =>
      entry(document, method, path, operation),
    )}`;
  });
  return html`${sections}${refusals(document)}`;
}

/** The only part of the page that depends on who reads it. */
export function docsIntroduction({ info }: OpenapiDocument, address: string): Html {
  return html`<h1>${info.title}</h1>
<p>${info.description ?? ""}</p>
<p>The same as <a href="/openapi.json">OpenAPI</a>. <a href="/">Home</a>.</p>
<pre>curl -s ${address}/platform_info
fix --market ${address} make test
bazaar agent --url ${address}</pre>
`;
}

function refusals(document: OpenapiDocument): Html | string {
  const codes = document.components?.schemas?.Refused?.properties?.code?.description;
  return codes === undefined ? "" : html`<h2>refusals</h2><p>${codes}</p>`;
}

function tagOf({ tags = [] }: Operation): string {
  return tags[0] ?? "other";
}

function entry(
  document: OpenapiDocument,
  method: string,
  path: string,
  operation: Operation,
): Html {
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const [status, answered] =
    Object.entries(operation.responses ?? {}).find(([code]) => code.startsWith("2")) ?? [];
  const answer = answered?.content?.["application/json"]?.schema;
  return html`<h3><code>${method.toUpperCase()} ${path}</code></h3>
<p>${operation.summary ?? ""}</p>
${parameters(document, operation)}
${body === undefined ? "" : fields(document, "Body", body, true)}
${answer === undefined ? "" : fields(document, `Response ${status}`, answer, false)}`;
}

function parameters(
  document: OpenapiDocument,
  { parameters: given = [] }: Operation,
): Html | string {
  const named = given.filter((parameter) => parameter.in !== "header");
  if (named.length === 0) return "";
  const rows = named.map(
    ({ name, in: where, required, description, schema }) => html`<tr><td><code>${name}</code></td>
<td>${where}${required === true ? ", required" : ""}</td>
<td>${description ?? schemaAt(document, schema).description ?? ""}</td></tr>`,
  );
  return html`<p>Parameters</p><table>${rows}</table>`;
}

function fields(document: OpenapiDocument, title: string, schema: Schema, isOpen: boolean): Html {
  const rows = fieldsOf(document, schema).map(
    ({ name, type, isRequired, description }) => html`<tr><td><code>${name}</code></td>
<td>${type}${isRequired ? "" : html` <span class="quiet">optional</span>`}</td>
<td>${description}</td></tr>`,
  );
  const table = html`<table>${rows}</table>`;
  if (isOpen) return html`<p>${title}</p>${table}`;
  return html`<details><summary>${title}</summary>${table}</details>`;
}
