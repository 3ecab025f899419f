import { expect, test } from "vitest";
import { ALL_RULES } from "./all-rules.ts";
import { isFix } from "./rule.ts";

/** Messages as the tools print them, and a part of what is told about them. */
const ROWS: readonly (readonly [command: string, says: string, tells: string])[] = [
  // git 2.39; the remote's answers are those of GitHub and GitLab.
  [
    "git push origin main",
    " ! [remote rejected] main -> main (protected branch hook declined)",
    "main is protected at the remote",
  ],
  [
    "git push",
    " ! [remote rejected] main -> main (branch is currently checked out)",
    "not a bare repository",
  ],
  ["git push --force-with-lease", " ! [rejected]        main -> main (stale info)", "git fetch"],
  ["git push --tags", " ! [rejected]        v1.0 -> v1.0 (already exists)", "a tag v1.0 already"],
  ["git cherry-pick x", "error: cherry-pick is already in progress", "git cherry-pick --abort"],
  ["git merge --abort", "fatal: There is no merge to abort (MERGE_HEAD missing).", "nothing to"],
  ["git bisect good", 'You need to start by "git bisect start"', "git bisect bad"],
  ["git stash pop", "No stash entries found.", "Nothing is stashed"],
  ["git stash apply stash@{4}", "error: stash@{4} is not a valid reference", "git stash list"],
  [
    "git checkout main",
    "git-lfs filter-process: 1: git-lfs: not found",
    "install the package git-lfs",
  ],
  [
    "git submodule update",
    "fatal: no submodule mapping found in .gitmodules for path 'vendor/x'",
    "vendor/x is recorded as a submodule",
  ],
  [
    "git commit -m x",
    "trim trailing whitespace.................................................Failed\n- hook id: trailing-whitespace\n- exit code: 1",
    "pre-commit's hook trailing-whitespace stopped the commit",
  ],
  [
    "git commit -m x",
    "src/a.js: line 1\nhusky - pre-commit hook exited with code 1 (error)",
    "The pre-commit hook of husky stopped the commit",
  ],
  ["git apply a.diff", "error: patch failed: src/a.c:12", "does not fit src/a.c at line 12"],
  ["git commit -S -m x", "error: gpg failed to sign the data", "gpg --list-secret-keys"],
  ["git clone git@x.org:a/b", "ERROR: Repository not found.", "the address is misspelt"],
  // apt 2.6.
  [
    "apt-get install x",
    "E: Could not get lock /var/lib/dpkg/lock - open (11: Resource temporarily unavailable)",
    "Wait until it is done",
  ],
  [
    "apt-get install x",
    "E: dpkg was interrupted, you must manually run 'sudo dpkg --configure -a' to correct the problem.",
    "sudo dpkg --configure -a",
  ],
  [
    "apt-get update",
    "E: The repository 'http://example.org/debian bookworm Release' does not have a Release file.",
    "has nothing for this release",
  ],
  // Go 1.22, cargo 1.75, npm 10, pip 23.
  [
    "go build ./...",
    'go: example.com/a: Get "https://proxy.golang.org/example.com/a/@v/list": dial tcp: lookup proxy.golang.org on 127.0.0.53:53: server misbehaving',
    "module proxy of go cannot be reached",
  ],
  [
    "go build ./...",
    "main.go:4:2: missing go.sum entry for module providing package example.com/a; to add:",
    "go mod tidy",
  ],
  [
    "cargo build",
    "warning: spurious network error (3 tries remaining): [6] Couldn't resolve host name (Could not resolve host: index.crates.io)",
    "registry of cargo cannot be reached",
  ],
  ["cargo build", "error: linker `cc` not found", "build-essential"],
  [
    "python3 -m venv .venv",
    "The virtual environment was not created successfully because ensurepip is not\navailable.",
    "python3-venv",
  ],
  [
    "pip install .",
    "ERROR: Package 'shop' requires a different Python: 3.9.2 not in '>=3.11'",
    "shop needs Python >=3.11; this is 3.9.2",
  ],
  // psql 15, MariaDB 10.11, Redis 7, wget 1.21, Node 20.
  [
    "psql -h localhost shop",
    'psql: error: connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused',
    "Nothing listens on port 5432 of this machine (usually PostgreSQL)",
  ],
  [
    "psql shop",
    'psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: No such file or directory',
    "PostgreSQL is not running here",
  ],
  [
    "psql shpo",
    'psql: error: connection to server at "db" (10.0.0.2), port 5432 failed: FATAL:  database "shpo" does not exist',
    "There is no database shpo",
  ],
  [
    "mysql",
    "ERROR 2002 (HY000): Can't connect to local server through socket '/run/mysqld/mysqld.sock' (2)",
    "The database server is not running here",
  ],
  [
    "redis-cli ping",
    "Could not connect to Redis at 127.0.0.1:6379: Connection refused",
    "usually Redis",
  ],
  [
    "node server.js",
    "Error: connect ECONNREFUSED 10.0.0.5:5432",
    "10.0.0.5 refuses connections on port 5432",
  ],
  [
    "git clone https://githbu.com/a/b",
    "fatal: unable to access 'https://githbu.com/a/b/': Could not resolve host: githbu.com",
    "github.com is close",
  ],
  ["curl https://x", "curl: (60) SSL certificate problem: certificate has expired", "expired"],
  ["curl -f https://x/a", "curl: (22) The requested URL returned error: 404", "check the path"],
  // OpenSSH 9.2.
  ["ssh a", "ssh: connect to host a port 22: Connection timed out", "does not answer on port 22"],
  ["git fetch", "Host key verification failed.", "not in known_hosts"],
  ["ssh a", "Bad owner or permissions on /srv/ada/.ssh/config", "chmod 600"],
  // Docker 28, systemd 252, kubectl 1.33.
  [
    "docker ps",
    "permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock",
    "You may not use the Docker daemon",
  ],
  [
    "docker run --name pg postgres",
    'docker: Error response from daemon: Conflict. The container name "/pg" is already in use by container "ab12". You have to remove (or rename) that container.',
    "docker start pg",
  ],
  ["docker logs webb", "Error response from daemon: No such container: webb", "docker ps -a"],
  ["systemctl restart nginx", "Failed to restart nginx.service: Access denied", "sudo systemctl"],
  [
    "kubectl get pod api",
    'Error from server (NotFound): pods "api" not found',
    "api is not among the pods of this namespace",
  ],
  [
    "kubectl config use-context prod",
    'error: no context exists with the name: "prod"',
    "kubectl config get-contexts",
  ],
];

test.each(ROWS)("%s: %s", async (command, error, tells) => {
  const problem = { command, error, capabilities: [] };
  const answers = [];
  for (const rule of ALL_RULES.filter((one) => one.matches(problem))) {
    const answer = await rule.repair(problem, async () => null);
    if (answer !== null) answers.push(answer);
  }
  expect(answers).toHaveLength(1);
  expect(answers.filter(isFix)).toEqual([]);
  expect(answers[0]?.explanation).toContain(tells);
});
