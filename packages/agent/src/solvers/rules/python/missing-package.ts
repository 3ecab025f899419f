import { nearest } from "../nearest.ts";
import { advice, type Rule, rule, unproved } from "../rule.ts";
import { firstMatch } from "../view.ts";
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
const POPULAR = [
  "requests numpy pandas flask django fastapi scipy matplotlib pytest pillow pyyaml sqlalchemy",
  "click rich httpx aiohttp jinja2 beautifulsoup4 lxml selenium scrapy celery redis pydantic",
  "boto3 cryptography paramiko psycopg2 pymysql tqdm black flake8 mypy pylint tensorflow torch",
  "transformers scikit-learn opencv-python seaborn plotly polars networkx sympy nltk spacy gunicorn",
  "uvicorn werkzeug marshmallow alembic setuptools wheel virtualenv poetry tox coverage isort",
  "python-dotenv python-dateutil simplejson colorama tabulate docker kubernetes tornado gevent",
].flatMap((line) => line.split(" "));
const NETWORK = "it needs the network, which the sandbox does not have";

/** What is needed is not on the machine: it is named, and the author installs it. */
export const pythonPackages: readonly Rule[] = [
  rule({
    name: "python-missing-package",
    title: "A Python package is not installed",
    sees(view) {
      const missing = missingModule(view);
      if (missing === null || missing.isPartOnly || STANDARD_MODULES.has(missing.module))
        return null;
      return { module: missing.module };
    },
    async repair({ module }, _view, ask) {
      const own = await ask.find([`${module}.py`, module]);
      const other = PACKAGES[module];
      const isTypo = nearest(module, [...STANDARD_MODULES, ...POPULAR]) !== null;
      if (own.length > 0 || (other === undefined && isTypo && !POPULAR.includes(module)))
        return null;
      const name = other ?? module;
      // Anybody may publish under a name that nobody knows: it is not put on a prompt.
      if (other === undefined && !POPULAR.includes(module)) {
        return advice(
          `${module} is not installed. If it is a package, check its exact name on PyPI, then install it in a virtual environment.`,
        );
      }
      return unproved(
        `python3 -m pip install ${name}`,
        NETWORK,
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
      const meant = typed === undefined ? null : nearest(typed.toLowerCase(), POPULAR);
      return typed === undefined || meant === null ? null : { typed, meant };
    },
    repair: ({ typed, meant }) =>
      advice(
        `There is no package ${typed} that fits; ${meant} is probably meant. Check the name before installing: packages with misspelt names may be malicious.`,
      ),
  }),
  rule({
    name: "python-no-venv",
    title: "pip cannot change the system's Python, and has no network",
    sees: (view) => firstMatch(view, /^error: externally-managed-environment$/),
    repair: () =>
      advice(
        "The system's Python is managed by its package manager. Install into a virtual environment: python3 -m venv .venv, then .venv/bin/pip install.",
      ),
  }),
];
