import type { Fixture } from "../test/fixture.ts";
import { stub } from "../test/stub.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "docker-refused",
    when: "its daemon does not run",
    // Docker 28.2.
    ...stub(
      "docker",
      "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
    ),
    command: "docker ps",
    shows: "Cannot connect to the Docker daemon",
    hints: "sudo systemctl start docker",
  },
  {
    rule: "docker-unknown-image",
    when: "an image is mistyped",
    // Docker 24.
    ...stub(
      "docker",
      "Unable to find image 'postgers:16' locally\ndocker: Error response from daemon: pull access denied for postgers, repository does not exist or may require 'docker login'.",
      125,
    ),
    command: "docker run -d postgers:16",
    shows: "pull access denied",
    hints: "docker run -d postgres:16",
  },
  {
    rule: "systemd-unknown-unit",
    when: "a service is mistyped",
    // systemd 252.
    ...stub(
      "systemctl",
      "Failed to restart systemd-jounrald.service: Unit systemd-jounrald.service not found.",
      5,
    ),
    command: "systemctl restart systemd-jounrald",
    shows: "not found",
    hints: "systemctl restart systemd-journald",
    needs: ["systemctl"],
  },
  {
    rule: "systemd-refused",
    when: "a service ends with an error",
    // systemd 252.
    ...stub(
      "systemctl",
      'Job for nginx.service failed because the control process exited with error code.\nSee "systemctl status nginx.service" and "journalctl -xeu nginx.service" for details.',
    ),
    command: "systemctl start nginx",
    shows: "Job for nginx.service failed",
    hints: "journalctl -u nginx.service",
  },
  {
    rule: "kubectl-refused",
    when: "no cluster is configured",
    // kubectl 1.33.
    ...stub(
      "kubectl",
      "The connection to the server localhost:8080 was refused - did you specify the right host or port?",
    ),
    command: "kubectl get pods",
    shows: "localhost:8080 was refused",
    hints: "kubectl has no cluster configured",
  },
  {
    rule: "systemd-order",
    when: "the service comes before what to do",
    // systemd 252.
    ...stub("systemctl", "Unknown command verb nginx.", 1),
    command: "systemctl nginx restart",
    shows: "Unknown command verb",
    hints: "systemctl restart nginx",
  },
  {
    rule: "docker-refused",
    when: "the name of an image has capitals",
    // Docker 28.2.
    ...stub("docker", 'ERROR: invalid tag "MyApp:1": repository name must be lowercase', 1),
    command: "docker build -t MyApp:1 .",
    shows: "must be lowercase",
    hints: "docker build -t myapp:1 .",
  },
  {
    rule: "docker-refused",
    when: "there is no terminal",
    // Docker 28.2.
    ...stub("docker", "the input device is not a TTY", 1),
    command: "docker exec -it web ls",
    shows: "not a TTY",
    hints: "docker exec -i web ls",
  },
  {
    rule: "docker-refused",
    when: "the directory to build is left out",
    // Docker 28.2.
    ...stub("docker", 'ERROR: "docker buildx build" requires exactly 1 argument.', 1),
    command: "docker build -t web",
    shows: "requires exactly 1 argument",
    hints: "docker build -t web .",
  },
  {
    rule: "systemd-refused",
    when: "a service is named without -u",
    // systemd 252.
    ...stub("journalctl", "Failed to add match 'nginx': Invalid argument", 1),
    command: "journalctl nginx",
    shows: "Failed to add match",
    hints: "journalctl -u nginx",
  },
];
