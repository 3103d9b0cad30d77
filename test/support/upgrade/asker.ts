import { encode, Parameters } from '../person';

export type Reply = Record<string, unknown>;

/** Of all users. */
export const PASSWORD = 'a long enough secret';

/** The observations of all users together. */
export class Tally {
  requests = 0;
  /** All failures: no request is retried here. */
  readonly failures: string[] = [];
  /** Milliseconds of the longest request that does not wait by design. */
  slowest = 0;

  note(what: string, began: number, fault: string | null, waits: boolean): void {
    this.requests++;
    if (fault !== null) this.failures.push(`${what}: ${fault}`);
    if (!waits) this.slowest = Math.max(this.slowest, performance.now() - began);
  }
}

/** A user with an account who uses one address, which must always answer. */
export class Asker {
  private constructor(
    private readonly url: string,
    private readonly tally: Tally,
    readonly id: number,
    private readonly authorization: string,
  ) {}

  static async login(url: string, tally: Tally, email: string): Promise<Asker> {
    const parameters = { username: email, password: PASSWORD };
    const { user_id, api_key } = await new Asker(url, tally, 0, '').ask('POST', 'fetch_api_key', parameters);
    const authorization = `Basic ${Buffer.from(`${email}:${api_key as string}`).toString('base64')}`;
    return new Asker(url, tally, user_id as number, authorization);
  }

  /** @throws Error for any failure, which is counted before */
  ask(method: string, path: string, parameters: Parameters = {}, signal?: AbortSignal): Promise<Reply> {
    const encoded = encode(parameters);
    const [query, body] = method === 'GET' ? [`?${encoded}`, undefined] : ['', encoded];
    return this.fetch(
      method,
      `/api/v1/${path}${query}`,
      body,
      signal,
      async (answer) => (await answer.json()) as Reply,
    );
  }

  async upload(name: string, content: string): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([content]), name);
    const read = async (answer: Response) => (await answer.json()) as Reply;
    return (await this.fetch('POST', '/api/v1/user_uploads', form, undefined, read)).url as string;
  }

  download(path: string): Promise<string> {
    return this.fetch('GET', path, undefined, undefined, (answer) => answer.text());
  }

  private async fetch<T>(
    method: string,
    path: string,
    body: URLSearchParams | FormData | undefined,
    signal: AbortSignal | undefined,
    read: (answer: Response) => Promise<T>,
  ): Promise<T> {
    const began = performance.now();
    const [place] = path.split('?');
    const headers: Record<string, string> = this.authorization ? { authorization: this.authorization } : {};
    let fault: string | null = null;
    try {
      const answer = await fetch(`${this.url}${path}`, { method, headers, body, signal });
      if (answer.status === 200) return await read(answer);
      fault = `${answer.status} ${await answer.text()} (retry after ${answer.headers.get('retry-after')} s)`;
    } catch (error) {
      if (!signal?.aborted) fault = `${String(error)} ${String((error as Error).cause)}`;
      throw error;
    } finally {
      this.tally.note(`${method} ${place}`, began, fault, place.endsWith('/events'));
    }
    throw new Error(fault);
  }
}
