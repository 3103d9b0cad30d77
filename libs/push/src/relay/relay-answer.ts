/** The JSON object of an answer. Integers are `bigint`, because ids of devices have 64 bits. */
export type RelayBody = Readonly<Record<string, unknown>>;

/** The result of a request to the relay. */
export type RelayAnswer =
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
export function trouble(answer: Exclude<RelayAnswer, { kind: 'done' }>): string {
  if (answer.kind === 'unreachable') return answer.reason;
  return answer.kind === 'refused' && answer.code ? `${answer.status} ${answer.code}` : `status ${answer.status}`;
}
