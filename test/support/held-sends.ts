import { Lock, Transactions } from '@app/platform';

/** A send whose transaction is open: its id is drawn, and the message is not visible. */
export interface HeldSend {
  readonly id: number;
  /** null: a direct message. */
  readonly channelId: number | null;
  /** Resolves when the transaction has ended. */
  finish(isCommitted: boolean): Promise<void>;
}

const ROLLED_BACK = new Error('rolled back on purpose');

/** Resolves when `write`, which returns the id, is done in a transaction that stays open. */
export function holdSend(
  transactions: Transactions,
  channelId: number | null,
  locks: readonly Lock[],
  write: () => Promise<number>,
): Promise<HeldSend> {
  return new Promise((resolve, reject) => {
    const done: Promise<void> = transactions
      .run(locks, async () => {
        const id = await write();
        const isCommitted = await new Promise<boolean>((end) => {
          const finish = (isWanted: boolean): Promise<void> => {
            end(isWanted);
            return done;
          };
          resolve({ id, channelId, finish });
        });
        if (!isCommitted) throw ROLLED_BACK;
      })
      .catch((error: unknown) => {
        if (error !== ROLLED_BACK) reject(error as Error);
      });
  });
}
