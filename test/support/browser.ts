import { Body, encode, Parameters } from './person';

export interface PageResponse {
  status: number;
  headers: Headers;
  text: string;
}

type Sent = { headers?: Record<string, string>; csrf?: string | null };

/** A browser with its cookies; it runs no scripts and follows no redirects. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** Complete `set-cookie` headers, in order. */
  readonly received: string[] = [];

  constructor(private readonly url: string) {}

  get session(): string | undefined {
    return this.cookies.get('sessionid');
  }

  get csrf(): string | undefined {
    return this.cookies.get('csrftoken');
  }

  /** Another browser with the same cookies. */
  copy(): Browser {
    const other = new Browser(this.url);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  async send(method: string, path: string, body?: URLSearchParams | FormData, sent: Sent = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'user-agent': 'Mozilla/5.0 (Test)', ...(cookie ? { cookie } : {}), ...sent.headers };
    const response = await fetch(this.url + path, { method, headers, body, redirect: 'manual' });
    for (const one of response.headers.getSetCookie()) this.keep(one);
    return response;
  }

  async get(path: string): Promise<PageResponse> {
    return pageOf(await this.send('GET', path));
  }

  /** Posts the form of the page at `from`: with its hidden fields, and the given values of the others. */
  async submit(from: string, typed: Record<string, string> = {}): Promise<PageResponse> {
    const page = await this.get(from);
    const action = /<form method="post" action="([^"]*)"/.exec(page.text)?.[1];
    if (!action) throw new Error(`There is no form at ${from}: ${page.status} ${page.text}`);
    const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const fields = { ...Object.fromEntries(hidden.map(([, name, value]) => [name, unescaped(value)])), ...typed };
    return this.post(action, fields);
  }

  async post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<PageResponse> {
    return pageOf(await this.send('POST', path, new URLSearchParams(fields), { headers }));
  }

  async logIn(username: string, password = 'a long enough secret'): Promise<PageResponse> {
    return this.submit('/login/', { username, password });
  }

  /** An operation with the prefix of sessions, with the token as a script would send it; `csrf` null: without. */
  async json(
    method: string,
    path: string,
    parameters: Parameters = {},
    { csrf = this.csrf ?? null, headers = {} }: Sent = {},
  ): Promise<{ status: number; headers: Headers; body: Body }> {
    const encoded = encode(parameters);
    const inQuery = method === 'GET';
    const url = `/json/${path}${inQuery && encoded.size > 0 ? `?${encoded}` : ''}`;
    const response = await this.send(method, url, inQuery ? undefined : encoded, {
      headers: { ...(csrf === null ? {} : { 'x-csrftoken': csrf }), ...headers },
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  }

  private keep(header: string): void {
    this.received.push(header);
    const [pair, ...attributes] = header.split('; ');
    const [name, value] = pair.split('=');
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

const pageOf = async (response: Response): Promise<PageResponse> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
});

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]);
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
