/** The JSON object of an answer. Integers are `bigint`, because ids of devices have 64 bits. */
export type RelayBody = Readonly<Record<string, unknown>>;

/** The result of a request to the relay. */
export type RelayResponse =
  | { readonly kind: 'done'; readonly body: RelayBody }
  /** The relay refused: 4xx, or an unexpected status. `code` and `body` are set if the answer has them. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string | null;
      readonly body: RelayBody;
      readonly retryAfterSeconds: number | null;
    }
  /** The relay failed: 5xx, or 2xx without a JSON object. */
  | { readonly kind: 'broken'; readonly status: number; readonly retryAfterSeconds: number | null }
  /** No answer: no connection, no valid certificate, or a timeout. */
  | { readonly kind: 'unreachable'; readonly reason: string };

/** A short text for the operator's log. It contains nothing of the request. */
export function failureText(response: Exclude<RelayResponse, { kind: 'done' }>): string {
  if (response.kind === 'unreachable') return response.reason;
  return response.kind === 'refused' && response.code
    ? `${response.status} ${response.code}`
    : `status ${response.status}`;
}
