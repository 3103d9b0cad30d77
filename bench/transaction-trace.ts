import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setOnly } from './postgres-setting';
import type { Bench } from './support';

/** Until every connection has read a setting, and until the log is written. */
const SETTLED_MS = 500;
const ENTRY = /^([\d.]+) (\d+) (\d+) LOG: {2}duration: ([\d.]+) ms(?: {2}(?:execute|statement)[^:]*: ([\s\S]*))?/;

interface Statement {
  /** Milliseconds. */
  end: number;
  duration: number;
  xid: string;
  text: string;
}

/**
 * Makes PostgreSQL log every statement with its time, and finds the transaction that held its id for the longest: its
 * time by statement, and between statements. Logging takes time too, so the figures are larger than those without it.
 */
export class TransactionTrace {
  private constructor(
    private readonly file: string,
    private readonly from: number,
  ) {}

  static async start({ directory }: Bench): Promise<TransactionTrace> {
    setOnly(directory, {
      log_min_duration_statement: '0',
      log_parameter_max_length: '0',
      log_line_prefix: '%n %p %x ',
    });
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    const file = join(directory, 'postgres.log');
    return new TransactionTrace(file, statSync(file).size);
  }

  /** A line for each statement of the longest transaction: milliseconds since its first write, duration, text. */
  async longest(): Promise<string[]> {
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    const text = readFileSync(this.file).subarray(this.from).toString();
    const transactions = text.split(/\n(?=\S)/).reduce(byConnection, new Map<string, Statement[]>());
    const all = [...transactions.values()].flatMap(transactionsOf);
    const longest = all.sort((a, b) => heldMs(b) - heldMs(a))[0] ?? [];
    return longest.map(({ end, duration, text }) => {
      const since = end - duration - began(longest);
      return `${since.toFixed(0).padStart(6)} ${duration.toFixed(1).padStart(7)}  ${text.replace(/\s+/g, ' ').slice(0, 150)}`;
    });
  }
}

/** Bind and parse messages are logged without `execute`: their time belongs to the statement that follows. */
function byConnection(connections: Map<string, Statement[]>, entry: string): Map<string, Statement[]> {
  const [, time, pid, xid, duration, text] = ENTRY.exec(entry) ?? [];
  if (time === undefined) return connections;
  const statements = connections.get(pid) ?? [];
  connections.set(pid, statements);
  statements.push({ end: 1_000 * Number(time), duration: Number(duration), xid, text: text ?? '(parse, bind)' });
  return connections;
}

/** From the statement that drew an id to the COMMIT that released it. */
function transactionsOf(statements: readonly Statement[]): Statement[][] {
  const found: Statement[][] = [];
  for (const [at, statement] of statements.entries()) {
    const before = statements[at - 1]?.xid ?? '0';
    if (statement.xid !== '0' && statement.xid !== before) found.push([]);
    if (statement.xid !== '0' || before !== '0') found[found.length - 1]?.push(statement);
  }
  return found;
}

const began = ([first]: readonly Statement[]): number => first.end - first.duration;

/** Until COMMIT, whose time is that of the disk. */
function heldMs(transaction: readonly Statement[]): number {
  const { end, duration } = transaction[transaction.length - 1];
  return end - duration - began(transaction);
}
