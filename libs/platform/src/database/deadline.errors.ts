/** The SQLSTATE of PostgreSQL's own `transaction_timeout`. */
const TRANSACTION_TIMEOUT = '25P04';

/** The transaction was ended because it took too long; nothing of it was written. */
export class TransactionTookTooLong extends Error {
  override readonly name = 'TransactionTookTooLong';
  readonly code = TRANSACTION_TIMEOUT;

  constructor(cause?: unknown) {
    super('The transaction took too long and was ended.', { cause });
  }
}
