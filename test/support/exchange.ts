import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Exchanged {
  status: number;
  headers: Headers;
  text: string;
}

const agent = new Agent({ keepAlive: true });

/** One request, as `fetch` makes it for a third of the processor time: the tests make very many. */
export async function exchange(
  url: string,
  init: { method: string; headers: Record<string, string>; body?: URLSearchParams },
): Promise<Exchanged> {
  const body = init.body?.toString();
  const headers = {
    accept: '*/*',
    ...(body !== undefined && {
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...init.headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: init.method, headers, agent }, (response) => {
      const pairs = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      const status = response.statusCode!;
      text(response).then((told) => resolve({ status, headers: new Headers(pairs), text: told }), reject);
    });
    sent.on('error', reject).end(body);
  });
}
