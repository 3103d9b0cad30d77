import { RequestRefused, ServerUnreachable } from './errors';
import type { Operations } from './generated/operations';

/** A timer with a longer time ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export type OperationName = keyof Operations;
export type ParametersOf<Name extends OperationName> = Operations[Name]['parameters'];
export type ResponseOf<Name extends OperationName> = Operations[Name]['response'];

export type Credentials =
  /** HTTP Basic with an API key. */
  | { readonly email: string; readonly key: string }
  /** The session cookie of the browser; `csrf` reads the token that writing requests show. */
  | { readonly csrf: () => string };

export interface ConnectionOptions {
  /** Address of the organization without a slash at its end; empty: the origin of the page. */
  readonly url: string;
  /** Null: a spectator. */
  readonly credentials: Credentials | null;
  /** Name of the program, for servers outside of browsers. */
  readonly userAgent?: string;
  readonly fetch?: typeof fetch;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request goes on when the page is closed. */
  readonly keepalive?: boolean;
}

/** Requests to one organization: addresses, credentials, encoding and errors. */
export class Connection {
  constructor(private readonly options: ConnectionOptions) {}

  /** @throws RequestRefused, ServerUnreachable; AbortError when the signal is aborted */
  async request<Name extends OperationName>(
    name: Name,
    parameters: ParametersOf<Name>,
    options: RequestOptions = {},
  ): Promise<ResponseOf<Name>> {
    const response = await this.open(name, parameters, options);
    return (await resultOf(response)) as ResponseOf<Name>;
  }

  /** The answer as it comes, for a stream. @throws as `request` */
  async open<Name extends OperationName>(
    name: Name,
    parameters: ParametersOf<Name>,
    { signal, headers, keepalive }: RequestOptions = {},
  ): Promise<Response> {
    const [method, template] = name.split(' ') as [string, string];
    const { path, rest } = filledIn(template, parameters as Record<string, unknown>);
    const inQuery = method === 'GET';
    const url = this.urlOf(path) + (inQuery ? queryOf(rest) : '');
    const body = inQuery ? undefined : bodyOf(rest);
    const request = { method, headers: { ...this.headersOf(method), ...headers }, body, signal, keepalive };
    const response = await (this.options.fetch ?? fetch)(url, request).catch((error: unknown) => {
      throw signal?.aborted ? error : new ServerUnreachable(error);
    });
    if (!response.ok) throw await refusalOf(response);
    return response;
  }

  /** The address of an operation. @param path below the API */
  urlOf(path: string): string {
    return `${this.options.url}${this.isSession ? '/json/' : '/api/v1/'}${path}`;
  }

  /** The headers that authenticate requests made elsewhere. */
  headersOf(method: string): Record<string, string> {
    const { credentials, userAgent } = this.options;
    const common = { accept: 'application/json', ...(userAgent ? { 'user-agent': userAgent } : {}) };
    if (!credentials) return common;
    if ('csrf' in credentials) return method === 'GET' ? common : { ...common, 'x-csrftoken': credentials.csrf() };
    return { ...common, authorization: `Basic ${btoa(`${credentials.email}:${credentials.key}`)}` };
  }

  private get isSession(): boolean {
    return this.options.credentials !== null && 'csrf' in this.options.credentials;
  }
}

function queryOf(parameters: Readonly<Record<string, unknown>>): string {
  const encoded = encode(parameters);
  return encoded.size > 0 ? `?${encoded}` : '';
}

/** A form with parts where there is a file. */
function bodyOf(parameters: Readonly<Record<string, unknown>>): URLSearchParams | FormData | undefined {
  const files = Object.entries(parameters).filter((entry): entry is [string, Blob] => entry[1] instanceof Blob);
  const texts = encode(Object.fromEntries(Object.entries(parameters).filter(([, value]) => !(value instanceof Blob))));
  if (files.length === 0) return texts.size > 0 ? texts : undefined;
  const form = new FormData();
  for (const [name, text] of texts) form.append(name, text);
  for (const [name, file] of files) form.append(name, file);
  return form;
}

/** Texts travel raw, everything else as JSON. */
export const encode = (parameters: Readonly<Record<string, unknown>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(parameters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

/** The path with its parameters, and those that do not belong to it. */
function filledIn(
  template: string,
  parameters: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...parameters };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(parameters[name]));
  });
  return { path, rest };
}

async function resultOf(response: Response): Promise<unknown> {
  return response.json().catch((error: unknown) => {
    throw new ServerUnreachable(error); // the connection broke off
  });
}

/** The error of an answer. A proxy in front of the server may answer without JSON. */
export async function refusalOf(response: Response): Promise<RequestRefused> {
  const said: unknown = await response.json().catch(() => null);
  const body = isRecord(said) ? said : {};
  const code = typeof body.code === 'string' ? body.code : '';
  const message = typeof body.msg === 'string' ? body.msg : `The server answered ${response.status}`;
  const retryAfterMs = Number(response.headers.get('retry-after') ?? NaN) * 1_000;
  const wishMs = Number.isNaN(retryAfterMs) ? null : Math.min(retryAfterMs, LONGEST_TIMER_MS);
  return new RequestRefused(response.status, code, message, body, wishMs);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
