import { expect, test } from "vitest";
import { Html, html } from "./html.ts";

test.each([
  { value: "<script>alert(1)</script>", shown: "&#60;script&#62;alert(1)&#60;/script&#62;" },
  { value: '" onmouseover="alert(1)', shown: "&#34; onmouseover=&#34;alert(1)" },
  { value: "' onfocus='alert(1)", shown: "&#39; onfocus=&#39;alert(1)" },
  { value: "` onfocus=`alert(1)", shown: "&#96; onfocus=&#96;alert(1)" },
  { value: "&lt;b&gt;", shown: "&#38;lt;b&#38;gt;" },
  {
    value: "</td><img src=x onerror=alert(1)>",
    shown: "&#60;/td&#62;&#60;img src=x onerror=alert(1)&#62;",
  },
  { value: "$& $1", shown: "$&#38; $1" },
  { value: 7, shown: "7" },
  { value: "", shown: "" },
])("$value is shown as text", ({ value, shown }) => {
  expect(html`<p title="${value}">${value}</p>`.text).toBe(`<p title="${shown}">${shown}</p>`);
});

test("an object with the shape of Html is not taken for it", () => {
  const posted = JSON.parse('{"text":"<b>"}') as Html;
  expect(() => html`${posted}`.text).toThrow();
});

test("HTML inside HTML, alone or in a list, is not escaped again; text in a list is escaped", () => {
  const item = (name: string) => html`<li>${name}</li>`;
  expect(html`<ul>${["<a>", "b"].map(item)}</ul>${["<", [">"]]}`.text).toBe(
    "<ul><li>&#60;a&#62;</li><li>b</li></ul>&#60;&#62;",
  );
  expect(html`${new Html("<hr>")}`.text).toBe("<hr>");
});
