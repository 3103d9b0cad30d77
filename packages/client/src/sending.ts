import type { ResponseOf, Connection, ParametersOf } from './connection';
import { patiently, Patience } from './patience';

/**
 * Sends a message once, however often the request has to be repeated: the server answers a repetition with the first answer.
 * @param key 8 to 200 visible ASCII characters, the client's own name for this message, which is kept for repetitions
 * @throws RequestRefused, ServerUnreachable
 */
export const sendOnce = (
  connection: Connection,
  message: ParametersOf<'POST messages'>,
  key: string,
  patience: Patience = {},
): Promise<ResponseOf<'POST messages'>> =>
  patiently(
    () =>
      connection.request('POST messages', message, { signal: patience.signal, headers: { 'idempotency-key': key } }),
    patience,
  );
