import { entryOf } from "../entry-of.ts";
import { nearest } from "../nearest.ts";
import { POPULAR } from "../packages/popular-names.ts";
import { advice, type Rule, rule, unproved } from "../rule.ts";
import { NEEDS_NETWORK } from "../sandbox-limit.ts";
import { firstMatch } from "../view.ts";
import { isFormerModule } from "./former-modules.ts";
import { missingModule } from "./missing-module.ts";
import { STANDARD_MODULES } from "./standard-modules.ts";

/** Packages that are not called like their module. */
const PACKAGES: Readonly<Record<string, string>> = {
  cv2: "opencv-python",
  PIL: "pillow",
  yaml: "pyyaml",
  bs4: "beautifulsoup4",
  sklearn: "scikit-learn",
  skimage: "scikit-image",
  dotenv: "python-dotenv",
  dateutil: "python-dateutil",
  jwt: "pyjwt",
  serial: "pyserial",
  usb: "pyusb",
  docx: "python-docx",
  pptx: "python-pptx",
  fitz: "pymupdf",
  psycopg2: "psycopg2-binary",
  MySQLdb: "mysqlclient",
  OpenSSL: "pyopenssl",
  Crypto: "pycryptodome",
  nacl: "pynacl",
  zmq: "pyzmq",
  magic: "python-magic",
  git: "gitpython",
  github: "pygithub",
  telegram: "python-telegram-bot",
  discord: "discord.py",
  attr: "attrs",
  lxml: "lxml",
  Xlib: "python-xlib",
  wx: "wxpython",
  gi: "pygobject",
  ldap: "python-ldap",
  slugify: "python-slugify",
  multipart: "python-multipart",
  jose: "python-jose",
  websocket: "websocket-client",
  google: "google-api-python-client",
  markdown: "markdown",
  pkg_resources: "setuptools",
};

/** Parts of Python that systems leave out, or that later versions removed. */
const PARTS: Readonly<Record<string, string>> = {
  tkinter: "It is part of Python, but packaged apart: sudo apt install python3-tk.",
  _tkinter: "It is part of Python, but packaged apart: sudo apt install python3-tk.",
  ensurepip: "It is part of Python, but packaged apart: sudo apt install python3-venv.",
  distutils: "Python 3.12 removed it: install setuptools, or use it in the program.",
  imp: "Python 3.12 removed it: use importlib.",
  asyncore: "Python 3.12 removed it: use asyncio.",
  asynchat: "Python 3.12 removed it: use asyncio.",
  cgi: "Python 3.13 removed it.",
};

/** What is needed is not on the machine: it is named, and the author installs it. */
export const pythonPackages: readonly Rule[] = [
  rule({
    name: "python-missing-package",
    title: "A Python package is not installed",
    sees(view) {
      const missing = missingModule(view);
      if (missing === null || missing.isPartOnly) return null;
      const isStandard = STANDARD_MODULES.has(missing.module) || isFormerModule(missing.module);
      if (isStandard && entryOf(PARTS, missing.module) === undefined) return null;
      return { module: missing.module };
    },
    async repair({ module }, _view, ask) {
      const part = entryOf(PARTS, module);
      if (part !== undefined) return advice(`The module ${module} is not there. ${part}`);
      const own = await ask.find([`${module}.py`, module]);
      const other = entryOf(PACKAGES, module);
      const isTypo = nearest(module, [...STANDARD_MODULES, ...POPULAR.pypi]) !== null;
      if (own.length > 0 || (other === undefined && isTypo && !POPULAR.pypi.includes(module)))
        return null;
      const name = other ?? module;
      // Anybody may publish under a name that nobody knows: it is not put on a prompt.
      if (other === undefined && !POPULAR.pypi.includes(module)) {
        return advice(
          `${module} is not installed. If it is a package, check its exact name on PyPI, then install it in a virtual environment.`,
        );
      }
      return unproved(
        `python3 -m pip install ${name}`,
        NEEDS_NETWORK,
        name === module
          ? `${module} is not installed. In a virtual environment: pip install ${name}.`
          : `${module} is not installed; it is part of the package ${name}. In a virtual environment: pip install ${name}.`,
      );
    },
  }),
  rule({
    name: "python-requirement",
    title: "pip knows no such package",
    sees(view) {
      const typed = firstMatch(
        view,
        /^ERROR: No matching distribution found for ([A-Za-z0-9][\w.-]{1,60}?)(?:[=<>~!].{0,40})?$/,
      )?.[1];
      const meant = typed === undefined ? null : nearest(typed.toLowerCase(), POPULAR.pypi);
      return typed === undefined || meant === null ? null : { typed, meant };
    },
    repair: ({ typed, meant }) =>
      advice(
        `There is no package ${typed} that fits; ${meant} is probably meant. Check the name before installing: packages with misspelt names may be malicious.`,
      ),
  }),
];
