import type { ResponseOf, Connection } from './connection';
import { refusalOf } from './connection';
import { ServerUnreachable } from './errors';

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** Called with the part of the file that was sent, from 0 to 1; only in browsers. */
  readonly onProgress?: (part: number) => void;
}

type Uploaded = ResponseOf<'POST user_uploads'>;

/** Uploads a file. @throws RequestRefused, ServerUnreachable; AbortError when the signal is aborted */
export async function upload(
  connection: Connection,
  file: Blob,
  name: string,
  options: UploadOptions = {},
): Promise<Uploaded> {
  const form = new FormData();
  form.append('file', file, name);
  const response = await (typeof XMLHttpRequest === 'undefined' ? byFetch : byXhr)(connection, form, options);
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as Uploaded;
}

function byFetch(connection: Connection, body: FormData, { signal }: UploadOptions): Promise<Response> {
  const request = { method: 'POST', headers: connection.headersOf('POST'), body, signal };
  return fetch(connection.urlOf('user_uploads'), request).catch((error: unknown) => {
    throw signal?.aborted ? error : new ServerUnreachable(error);
  });
}

/** `fetch` does not tell how much of a body was sent. */
function byXhr(connection: Connection, body: FormData, { signal, onProgress }: UploadOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    signal?.addEventListener('abort', abort, { once: true });
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 1 : loaded / total);
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new ServerUnreachable('The upload broke off'));
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    request.open('POST', connection.urlOf('user_uploads'));
    for (const [header, value] of Object.entries(connection.headersOf('POST'))) request.setRequestHeader(header, value);
    request.send(body);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  const headers: Record<string, string> = retryAfter === null ? {} : { 'retry-after': retryAfter };
  return new Response(request.responseText, { status: request.status, headers });
}
