/** Scripts of package.json that are not there, or call what is not there. */
import { named } from "../named.ts";
import { advice, corrected, type Rule, rule, unproved } from "../rule.ts";
import { NEEDS_NETWORK } from "../sandbox-limit.ts";
import { callOf, firstMatch, hasLine } from "../view.ts";

interface Manifest {
  readonly scripts: Readonly<Record<string, unknown>>;
  readonly packages: readonly string[];
}

function manifestOf(text: string | null): Manifest | null {
  try {
    const read: unknown = JSON.parse(text ?? "");
    if (typeof read !== "object" || read === null) return null;
    const part = (name: string): Readonly<Record<string, unknown>> => {
      const value: unknown = Reflect.get(read, name);
      return typeof value === "object" && value !== null ? { ...value } : {};
    };
    const kinds = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
    return { scripts: part("scripts"), packages: kinds.flatMap((kind) => Object.keys(part(kind))) };
  } catch {
    return null;
  }
}

/** Packages whose program has another name. */
const PACKAGE_OF: Readonly<Record<string, string>> = {
  tsc: "typescript",
  ng: "@angular/cli",
  vue: "@vue/cli",
  "react-scripts": "react-scripts",
  nest: "@nestjs/cli",
  next: "next",
  biome: "@biomejs/biome",
  playwright: "@playwright/test",
};
const TOOLS =
  "eslint prettier jest vitest mocha vite webpack rollup esbuild tsx nodemon concurrently rimraf cross-env husky lint-staged ava tap nyc c8 tsup parcel serve next nuxt astro svelte-kit tailwindcss postcss sass stylelint typedoc ts-node tsc ng vue react-scripts nest biome playwright turbo lerna".split(
    " ",
  );

const missingTool = rule({
  name: "npm-script-tool",
  title: "A script calls a tool that is not installed",
  sees(view) {
    const call = callOf(view, "npm", "yarn", "pnpm");
    const tool = firstMatch(
      view,
      /^sh: (?:line )?\d{1,3}: ([\w.-]{2,40}): (?:command )?not found$/,
    )?.[1];
    return call === null || tool === undefined ? null : { tool };
  },
  async repair({ tool }, _view, ask) {
    const manifest = manifestOf(await ask.read("package.json"));
    const name = Object.hasOwn(PACKAGE_OF, tool) ? (PACKAGE_OF[tool] ?? tool) : tool;
    if (manifest === null) return null;
    if (manifest.packages.includes(name)) {
      return unproved(
        "npm install",
        NEEDS_NETWORK,
        `The script calls ${tool}, which package.json lists but which is not installed yet.`,
      );
    }
    return TOOLS.includes(tool)
      ? unproved(
          `npm install --save-dev ${name}`,
          NEEDS_NETWORK,
          `The script calls ${tool}, and package.json does not list ${name}: nobody added it to the project.`,
        )
      : null;
  },
});

/** `npm start` without a script of that name. */
const missingScript = rule({
  name: "npm-missing-script",
  title: "There is no such script",
  sees(view) {
    const name = firstMatch(view, /Missing script: "([\w:.-]{1,60})"/)?.[1];
    return name === undefined || callOf(view, "npm") === null ? null : { name };
  },
  async repair({ name }, _view, ask) {
    const manifest = manifestOf(await ask.read("package.json"));
    if (manifest === null) return null;
    const names = Object.keys(manifest.scripts).slice(0, 10);
    return advice(
      names.length === 0
        ? `package.json has no scripts, so there is no ${name}. Add it: "scripts": { "${name}": "…" }.`
        : `package.json has no script ${name}; it has ${names.join(", ")}. Run one with npm run ${names[0]}, or add ${name} to "scripts".`,
    );
  },
});

/** `node dist/index.js` before anything was built. */
const notBuilt = rule({
  name: "npm-not-built",
  title: "The project was not built yet",
  sees(view) {
    const call = callOf(view, "npm", "node");
    const path = firstMatch(
      view,
      /^Error: Cannot find module '(?:[^'\n]{0,250}\/)?((?:dist|build|out|lib)\/[\w./-]{1,150})'$/,
    )?.[1];
    return call === null || path === undefined || view.isArgument ? null : { path };
  },
  async repair({ path }, view, ask) {
    const manifest = manifestOf(await ask.read("package.json"));
    const folder = path.slice(0, path.indexOf("/"));
    if (manifest === null || !Object.hasOwn(manifest.scripts, "build")) return null;
    if ((await ask.existing(folder)).length > 0) return null;
    return corrected(
      `npm run build && ${view.command}`,
      `There is no ${folder} yet: the project is built first, with npm run build.`,
    );
  },
});

const refused = named({
  name: "npm-explained",
  title: "npm refuses",
  isAbout: (view) => callOf(view, "npm", "npx", "yarn", "pnpm") !== null,
  cases: [
    {
      says: /^npm (?:ERR!|error) enoent Could not read package\.json/,
      async tells(_said, _view, ask) {
        const found = await ask.find(["package.json"]);
        return found.length > 0
          ? null
          : "There is no package.json here, so this is not a project of npm. cd to the project, or start one with npm init.";
      },
    },
    {
      says: /^Error: no test specified$/,
      tells: () =>
        'The test script of package.json is still the placeholder of npm init, which always fails. Write the tests\' command there, such as "test": "node --test".',
    },
    {
      says: /^npm (?:ERR!|error) code ENOTCACHED$/,
      // What was tried here may have been offline; the person's own command need not be.
      tells: (_said, view) =>
        callOf(view, "npm")?.operands.some(({ raw }) => raw === "--offline") === true
          ? "npm is told to work offline, and the package is not in its cache. Run it once without --offline, with a network."
          : null,
    },
    {
      says: /^npm (?:ERR!|error) code E(?:AI_AGAIN|NOTFOUND|NETUNREACH|TIMEDOUT)$/,
      tells(_said, view) {
        const tool = callOf(view, "npx")?.operands.find(({ raw }) => !raw.startsWith("-"))?.value;
        return tool == null
          ? null
          : `${tool} is not installed in this project, and npx cannot reach the registry to get it. Check its name and the network.`;
      },
    },
    {
      says: /^npm (?:ERR!|error) Invalid version: (\S{1,60})$/,
      tells: ([, version]) =>
        `The version in package.json has another form than 1.2.3${version === undefined || /^(?:patch|minor|major)$/.test(version) ? "" : ` (${version})`}, so npm cannot raise it. Correct it first.`,
    },
    {
      says: /^(?:.{0,60}: )?(?:line )?\d{0,4}:? ?(yarn|pnpm): (?:command )?not found$/,
      tells: ([, tool]) =>
        `${tool} is not installed. npm install -g ${tool} installs it; with Node up to 24, corepack enable does as well.`,
    },
  ],
});

const BUILT_IN =
  "assert buffer child_process cluster crypto dns events fs http http2 https module net os path perf_hooks process querystring readline stream string_decoder test timers tls tty url util v8 vm worker_threads zlib".split(
    " ",
  );

const packagePaths = named({
  name: "node-package-refused",
  title: "A package does not offer what is imported",
  isAbout: (view) => hasLine(view, /^(?:Uncaught )?(?:Type)?Error/),
  cases: [
    {
      says: /Package subpath '(\.\/[^'\n]{1,150})' is not defined by "exports" in (\S{1,250})package\.json/,
      tells: ([, path, folder = ""]) =>
        `The package ${/node_modules\/((?:@[^/]+\/)?[^/]+)\/$/.exec(folder)?.[1] ?? folder} does not offer ${path} to others ("exports" in its package.json). Import what it offers, or a version that still has it.`,
    },
    {
      says: /Cannot find module '(\S{1,250}\/node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\/[^'\n]{1,150})'\. Please verify that the package\.json has a valid "main" entry/,
      tells: ([, , name]) =>
        `The package ${name} is installed, but the file that its package.json names as "main" is missing: the installation is incomplete, or the package was not built. Install it again: npm install ${name}.`,
    },
    {
      says: /No such built-in module: node:(\w{1,40})/,
      tells: ([, name = ""]) =>
        BUILT_IN.includes(name)
          ? null
          : `Node has no module node:${name}. Built-in modules are ${
              BUILT_IN.filter(
                (one) =>
                  one.startsWith(name.slice(0, 1)) ||
                  [...one].sort().join("") === [...name].sort().join(""),
              )
                .slice(0, 4)
                .join(", ") || "fs, path, http"
            } and others.`,
    },
  ],
});

export const npmScripts: readonly Rule[] = [
  missingTool,
  missingScript,
  notBuilt,
  refused,
  packagePaths,
];
