/** A listener with doors for tests, on a port of its own. */
import { Admission } from "../admission.ts";
import type { HttpRequest, HttpResponse } from "../http-request.ts";
import { Listener } from "../listener.ts";
import type { Door } from "../mount.ts";
import { DEFAULT_LISTEN_SETTINGS, type Limits, type ListenSettings } from "../settings.ts";
import { plainMount } from "./plain-mount.ts";

export interface ListeningOptions extends Partial<Omit<ListenSettings, "limits">> {
  readonly limits?: Partial<Limits>;
}

export class Listening implements AsyncDisposable {
  readonly admission: Admission;
  readonly listener: Listener;
  readonly lines: Readonly<Record<string, unknown>>[] = [];
  readonly faults: unknown[] = [];
  port = 0;

  constructor(doors: readonly Door[], admission: Admission) {
    this.admission = admission;
    this.listener = new Listener({
      admission,
      doors,
      log: (fields) => this.lines.push(fields),
      onFault: (fault) => this.faults.push(fault),
    });
  }

  static async open(
    doors: readonly Door[],
    { limits, ...others }: ListeningOptions = {},
    shared?: Admission,
  ): Promise<Listening> {
    const usual = DEFAULT_LISTEN_SETTINGS;
    const settings = { ...usual, ...others, limits: { ...usual.limits, ...limits } };
    const opened = new Listening(doors, shared ?? new Admission(settings));
    await opened.listen();
    return opened;
  }

  async listen(): Promise<void> {
    this.port = (await this.listener.listen(0, "127.0.0.1")).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.listener.close();
  }
}

/** A door with one handler for every path. */
export function doorOf(
  handle: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>,
): Door {
  return { mounts: [plainMount("/", handle)], close: async () => undefined };
}
