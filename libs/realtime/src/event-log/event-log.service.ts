import type { OrganizationId } from '@app/kernel';
import { Database, prepared, Transactions } from '@app/platform';
import type { OpenTransaction, PreparedStatement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Audience } from '../records/audience';
import { IDS_PER_TRANSACTION } from '../records/event-id';
import { Registry } from './registry.service';
import { LogTail } from './log-tail.service';

/** A client event. `payload` is plain JSON, from which the kind's shapes are made. */
export interface NewLogEntry {
  kind: string;
  organizationId: OrganizationId;
  audience: Audience;
  payload: object;
  /** The number of ids to reserve: the most client events that a shape makes. Default 1. */
  width?: number;
}

const APPEND = 'INSERT INTO event_log (ordinal, organization_id, kind, audience, payload)';
const COLUMNS = 5;
/** More travel in one parameter: the statement is then the same for any number. */
const ROWS_AS_PARAMETERS = 2;
/** PostgreSQL accepts 65,535 parameters in a statement. */
const ROWS_A_STATEMENT = 1_000;

/** The client events of a transaction. */
interface Pending {
  /** Not yet written. */
  readonly entries: NewLogEntry[];
  /** The ordinal of the next written entry. */
  ordinal: number;
  /** The number of ids of all entries, written or not. */
  width: number;
}

/**
 * The log of client events, written in the transaction of the change. Entries are collected and written in one
 * statement before COMMIT. A transaction with a single write can write them together with it.
 */
@Injectable()
export class EventLog {
  private readonly gathered = new WeakMap<OpenTransaction, Pending>();

  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly registry: Registry,
    private readonly tail: LogTail,
  ) {}

  /** @throws Error outside a transaction, for a kind that is not registered, or when the ids of the transaction run out */
  tell(...events: NewLogEntry[]): void {
    const pending = this.pending();
    for (const event of events) {
      this.registry.assertKnown(event.kind, event.audience.to === 'rule' ? event.audience.rule : null);
      pending.width += event.width ?? 1;
      if (pending.width > IDS_PER_TRANSACTION) {
        throw new Error(
          `A transaction has ${IDS_PER_TRANSACTION} event ids: ${event.kind} must be written in several.`,
        );
      }
      pending.entries.push(event);
    }
  }

  /**
   * Runs the last write of a transaction together with all its client events in one statement. `write` is an INSERT,
   * UPDATE or DELETE with parameters from $1 on, and so is `extraWrite`. For hot paths, where a round trip matters.
   */
  async writeWith(write: string, values: readonly unknown[], extraWrite: string | null = null): Promise<void> {
    if (this.pending().entries.length > ROWS_A_STATEMENT) await this.flush();
    const appended = this.take(values.length);
    const before = [
      ...(appended ? [`written AS (${write})`] : []),
      ...(extraWrite ? [`besides AS (${extraWrite})`] : []),
    ];
    const last = appended?.text ?? write;
    const statement = before.length > 0 ? `WITH ${before.join(', ')} ${last}` : last;
    this.database.writeLast(preparedOnce(statement), [...values, ...(appended?.values ?? [])]);
  }

  private async flush(): Promise<void> {
    for (let appended = this.take(0); appended; appended = this.take(0)) {
      await this.database.write(appended.text, appended.values);
    }
  }

  private pending(): Pending {
    const open = this.transactions.required;
    const known = this.gathered.get(open);
    if (known) return known;
    const pending: Pending = { entries: [], ordinal: 0, width: 0 };
    this.gathered.set(open, pending);
    open.beforeCommit.push(() => this.flush());
    open.afterCommit.push(() => pending.width > 0 && this.tail.poke());
    return pending;
  }

  private take(offset: number): { text: string; values: unknown[] } | null {
    const pending = this.pending();
    const entries = pending.entries.splice(0, ROWS_A_STATEMENT);
    if (entries.length === 0) return null;
    if (entries.length > ROWS_AS_PARAMETERS) return this.listed(entries, pending, offset);
    const values: unknown[] = [];
    const rows = entries.map(({ organizationId, kind, audience, payload, width = 1 }, row) => {
      values.push(pending.ordinal, organizationId, kind, JSON.stringify(audience), JSON.stringify(payload));
      pending.ordinal += width;
      const at = (column: number) => `$${offset + row * COLUMNS + column}`;
      return `(${at(1)}::int, ${at(2)}::bigint, ${at(3)}, ${at(4)}::jsonb, ${at(5)}::jsonb)`;
    });
    return { text: `${APPEND} VALUES ${rows.join(', ')}`, values };
  }

  private listed(
    entries: readonly NewLogEntry[],
    pending: Pending,
    offset: number,
  ): { text: string; values: unknown[] } {
    const rows = entries.map(({ organizationId, kind, audience, payload, width = 1 }) => {
      const { ordinal } = pending;
      pending.ordinal += width;
      return { ordinal, organization_id: organizationId, kind, audience, payload };
    });
    return { text: `${APPEND} ${entriesIn(offset + 1)}`, values: [JSON.stringify(rows)] };
  }
}

const entriesIn = (parameter: number): string =>
  `SELECT * FROM json_to_recordset($${parameter}::json)
   AS entry (ordinal int, organization_id bigint, kind text, audience jsonb, payload jsonb)`;

const known = new Map<string, PreparedStatement>();

function preparedOnce(text: string): PreparedStatement {
  const statement = known.get(text) ?? prepared(text);
  known.set(text, statement);
  return statement;
}
