/** An answer's JSON object. Whole numbers are `bigint`: ids of devices have 64 bits. */
export type RelayBody = Readonly<Record<string, unknown>>;

/** What a request to the relay came to. */
export type RelayAnswer =
  | { readonly kind: 'done'; readonly body: RelayBody }
  /** It does not want to: 4xx, or a status that no relay gives. `code` and `body` as far as it said any. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string | null;
      readonly body: RelayBody;
      readonly retryAfterSeconds: number | null;
    }
  /** It could not, or its answer makes no sense: 5xx, or 2xx without a JSON object. */
  | { readonly kind: 'broken'; readonly status: number; readonly retryAfterSeconds: number | null }
  /** Nothing was heard of it: no connection, no valid certificate, or no answer in time. */
  | { readonly kind: 'unreachable'; readonly reason: string };

/** In a few words for the operator's log; nothing of what was sent. */
export function trouble(answer: Exclude<RelayAnswer, { kind: 'done' }>): string {
  if (answer.kind === 'unreachable') return answer.reason;
  return answer.kind === 'refused' && answer.code ? `${answer.status} ${answer.code}` : `status ${answer.status}`;
}
