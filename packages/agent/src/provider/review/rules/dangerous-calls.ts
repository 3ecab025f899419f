import { findLines, type LinePattern, type ReviewRule } from "../review-rule.ts";

const RUNS_TEXT = "Text becomes code here: whoever controls the text runs programs.";
const SHELL = "A shell reads this text: whoever controls a part of it runs commands.";
const UNVERIFIED =
  "Certificates are not verified: anybody on the way can read and change the traffic.";
const ARGUMENTS = "Pass the program and its arguments as a list, without a shell.";

const PATTERNS: readonly LinePattern[] = [
  {
    pattern: /(?:^|[^.\w])eval\s*\(|\bnew Function\s*\(/,
    languages: ["javascript"],
    severity: "high",
    description: RUNS_TEXT,
  },
  {
    pattern: /(?:^|[^.\w])(?:eval|exec)\s*\(/,
    languages: ["python", "php", "ruby"],
    severity: "high",
    description: RUNS_TEXT,
  },
  {
    pattern: /\bexec(?:Sync)?\s*\(\s*(?:`[^`]*\$\{|["'][^"']*["']\s*\+)/,
    languages: ["javascript"],
    severity: "high",
    description: SHELL,
    suggestedFix: ARGUMENTS,
  },
  {
    pattern: /\bos\.(?:system|popen)\s*\(|\bshell\s*=\s*True\b/,
    languages: ["python"],
    severity: "high",
    description: SHELL,
    suggestedFix: ARGUMENTS,
  },
  {
    pattern: /\b(?:shell_exec|passthru|proc_open)\s*\(/,
    languages: ["php"],
    severity: "high",
    description: SHELL,
  },
  {
    pattern: /\bpickle\.loads?\s*\(|\byaml\.load\s*\((?![^)]*Safe)/,
    languages: ["python"],
    severity: "high",
    description: "Reading this format can run code that the data brings.",
  },
  {
    pattern: /\.(?:innerHTML|outerHTML)\s*\+?=[^=]|\bdangerouslySetInnerHTML\b/,
    languages: ["javascript"],
    severity: "medium",
    description: "Text becomes markup here: scripts in it run in the reader's browser.",
  },
  {
    pattern: /\brejectUnauthorized\s*:\s*false\b|NODE_TLS_REJECT_UNAUTHORIZED/,
    severity: "high",
    description: UNVERIFIED,
  },
  {
    pattern: /\bverify\s*=\s*False\b/,
    languages: ["python"],
    severity: "high",
    description: UNVERIFIED,
  },
  {
    pattern: /\bInsecureSkipVerify\s*:\s*true\b/,
    languages: ["go"],
    severity: "high",
    description: UNVERIFIED,
  },
  {
    pattern: /\b(?:curl|wget)\b[^|]*\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/,
    severity: "high",
    description: "This runs whatever the network sends.",
    suggestedFix: "Download a fixed version, compare its hash, and run it then.",
  },
  {
    pattern: /\bchmod\s+(?:-R\s+)?0?777\b/,
    severity: "medium",
    description: "Every user of the machine may then change these files.",
  },
];

/** Calls through which data of strangers becomes code, commands or trust. */
export const dangerousCalls: ReviewRule = {
  name: "dangerous calls",
  category: "security",
  depth: "quick",
  find: (file) => findLines(file, PATTERNS),
};
