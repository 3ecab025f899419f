/** The licences of what other people wrote in a bundle. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Bundled } from "../../apps/cli/bundle.ts";

const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+\//;
const LICENCE = /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i;
const INTRODUCTION = "The programs in dist contain these packages, each under its own licence.";

interface Used {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Null where the package names its licence and does not contain it. */
  readonly text: string | null;
}

export function notices(root: string, { metafile }: Bundled): string {
  const folders = new Set(
    Object.keys(metafile.inputs).flatMap((input) => PACKAGE.exec(input)?.[0] ?? []),
  );
  const used = [...folders].sort().map((folder) => read(join(root, folder)));
  const parts = used.map(({ name, version, license, text }) => {
    const written =
      text ?? `The text of ${license} is that of ${sameLicence(used, license, name)}.`;
    return `---- ${name} ${version} (${license})\n\n${written}`;
  });
  return `${[INTRODUCTION, ...new Set(parts)].join("\n\n")}\n`;
}

function read(folder: string): Used {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as Omit<Used, "text">;
  const file = readdirSync(folder).find((entry) => LICENCE.test(entry));
  const text = file === undefined ? null : readFileSync(join(folder, file), "utf8").trim();
  return { name, version, license, text };
}

/** @throws where no other package has the text: it could not be passed on. */
function sameLicence(used: readonly Used[], license: string, name: string): string {
  const other = used.find((each) => each.license === license && each.text !== null);
  if (other === undefined) throw new Error(`${name} has no licence text: it cannot be packed`);
  return other.name;
}
