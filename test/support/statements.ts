import { Client } from 'pg';
import { operationName } from '../../libs/platform/src/http/authentication/origin';

/** A statement that the server sent to the database, and how many rows came back. */
export interface SentStatement {
  readonly text: string;
  readonly rows: number;
}

type Result = { readonly rows?: readonly unknown[] } | readonly { readonly rows?: readonly unknown[] }[];

/** The reader of the event log, and what wakes those of other nodes. */
export const OF_THE_READER = /FROM event_log|pg_notify\('parley_event_log'/;
/** Further work without a name, such as sweeps. */
const NAMELESS = /pg_snapshot_xmin|SKIP LOCKED|full_members_as_of/;
/** The work that the server does by itself, whenever its time comes. */
const OF_THE_SERVER_ITSELF = /^(worker |upkeep of events$|full members$)/;
const isBackground = (text: string): boolean =>
  OF_THE_READER.test(text) || NAMELESS.test(text) || OF_THE_SERVER_ITSELF.test(operationName());
const query = Client.prototype.query as (...args: never[]) => Promise<Result>;

const rowsOf = (result: Result): number => [result].flat().reduce((sum, { rows = [] }) => sum + rows.length, 0);

/** The statements during the work, with the rows of each, without those of the background. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: { text: string; rows: number }[] = [];
  const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
    const one = { text: text.replace(/\s+/g, ' ').trim(), rows: 0 };
    if (!isBackground(text)) sent.push(one);
    const last = args.at(-1);
    if (typeof last === 'function') {
      args[args.length - 1] = (error: unknown, result: Result) => {
        if (!error) one.rows = rowsOf(result);
        (last as (...given: unknown[]) => void)(error, result);
      };
      return query.apply(this, args as never);
    }
    return query.apply(this, args as never).then((result) => {
      one.rows = rowsOf(result);
      return result;
    });
  } as never);
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  if (sent.length === 0) throw new Error('No statement of that work was seen.');
  return sent;
}
