import type { Fixture } from "../test/fixture.ts";

const EXAMPLE = {
  ".env.example": "# where the service listens\nAPP_HOST=localhost\nAPP_MODE=development\n",
};

export const fixtures: readonly Fixture[] = [
  {
    when: "a script stops at an unset variable",
    files: { ...EXAMPLE, "start.sh": 'set -u\necho "listening on $APP_HOST"\n' },
    command: "bash start.sh",
    shows: "APP_HOST: unbound variable",
  },
  {
    when: "Python looks it up in the environment",
    files: { ...EXAMPLE, "start.py": 'import os\nprint(os.environ["APP_MODE"])\n' },
    command: "python3 start.py",
    shows: "KeyError: 'APP_MODE'",
    needs: ["python3"],
  },
  {
    when: "a program says that it is missing",
    files: {
      ...EXAMPLE,
      "start.js":
        'if (!process.env.APP_HOST) throw new Error("Missing required environment variable APP_HOST");\n',
    },
    command: "node start.js",
    shows: "environment variable APP_HOST",
    needs: ["node"],
  },
  {
    when: "a script asks for a secret",
    files: { "publish.sh": `: "\${DEPLOY_KEY:?set DEPLOY_KEY to your key}"\n` },
    command: "bash publish.sh",
    shows: "set DEPLOY_KEY",
    hints: "export DEPLOY_KEY=VALUE",
  },
];
