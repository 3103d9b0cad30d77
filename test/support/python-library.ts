import type { Body, Parameters, Person } from './person';
import type { World } from './world';

interface PythonEvent {
  id: number;
  type: string;
  [key: string]: unknown;
}

/**
 * Makes requests as the Python library `zulip` 0.9.1 does (docs/protocol/conventions.md): strings raw, everything else
 * as JSON, parameters of GET in the address, those of every other method in a form; files in multipart, each under its
 * name.
 */
export class PythonLibrary {
  private constructor(
    readonly world: World,
    readonly person: Person,
    private readonly site: string,
    private readonly userAgent: string,
  ) {}

  /** Reads the server's settings first, with its credentials, and requires both. */
  static async construct(
    person: Person,
    { site = person.world.url, name = 'ZulipPython/0.9.1' } = {},
  ): Promise<PythonLibrary> {
    const library = new PythonLibrary(
      person.world,
      person,
      `${site.replace(/\/api\/?$/, '')}/api/`,
      `${name} (Linux; 6.1)`,
    );
    const { zulip_version, zulip_feature_level } = await library.call('GET', 'server_settings');
    if (typeof zulip_version !== 'string' || typeof zulip_feature_level !== 'number')
      throw new Error('No such server.');
    return library;
  }

  /** An error is an answer like others; anything that is not JSON is an error. */
  async call(
    method: string,
    path: string,
    request: Parameters = {},
    files: Record<string, Buffer> = {},
  ): Promise<Body> {
    const form = this.encode(request);
    const isGet = method === 'GET';
    const url = `${this.site}v1/${path}${isGet && form.size > 0 ? `?${form}` : ''}`;
    const headers = { authorization: this.person.authorization, 'user-agent': this.userAgent };
    const response = await fetch(url, { method, headers, ...(isGet ? {} : { body: this.bodyOf(form, files) }) });
    const answer = (await response.json()) as Body;
    this.world.observe(method, path, [...form.keys()], response.status, answer);
    return answer;
  }

  /** The body of a request that must succeed. */
  async ok(method: string, path: string, request: Parameters = {}, files: Record<string, Buffer> = {}): Promise<Body> {
    const answer = await this.call(method, path, request, files);
    if (answer.result !== 'success') throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  /**
   * Its loop, which ends when `isEnough` returns true: a queue that has ended is registered again, and only events in
   * between are lost.
   */
  async callOnEachEvent(
    isEnough: (event: PythonEvent) => boolean | Promise<boolean>,
    request: Parameters,
    onQueue: (id: string) => Promise<void>,
  ): Promise<void> {
    let queue: { id: string; last: number } | null = null;
    for (;;) {
      if (!queue) {
        const { queue_id, last_event_id } = await this.ok('POST', 'register', { narrow: [], ...request });
        queue = { id: queue_id as string, last: last_event_id as number };
        await onQueue(queue.id);
      }
      const answer = await this.call('GET', 'events', { queue_id: queue.id, last_event_id: queue.last });
      if (answer.code === 'BAD_EVENT_QUEUE_ID') queue = null;
      if (!queue || answer.result === 'error') continue;
      for (const event of answer.events as PythonEvent[]) {
        queue.last = Math.max(queue.last, event.id);
        if (event.type !== 'heartbeat' && (await isEnough(event))) return;
      }
    }
  }

  private bodyOf(form: URLSearchParams, files: Record<string, Buffer>): URLSearchParams | FormData {
    if (Object.keys(files).length === 0) return form;
    const multipart = new FormData();
    for (const [name, value] of form) multipart.append(name, value);
    for (const [name, content] of Object.entries(files))
      multipart.append(name, new Blob([new Uint8Array(content)]), name);
    return multipart;
  }

  private encode(request: Parameters): URLSearchParams {
    const given = Object.entries(request).filter(([, value]) => value !== undefined);
    return new URLSearchParams(
      given.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
  }
}
