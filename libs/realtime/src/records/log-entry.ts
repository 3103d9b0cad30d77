import type { OrganizationId } from '@app/kernel';
import type { Audience } from './audience';
import type { SharedText } from './queued-event';

/** One row of the log, as its statements read it. */
export interface EntryRow {
  readonly xid: number;
  readonly ordinal: number;
  readonly organizationId: OrganizationId;
  readonly kind: string;
  /** JSON, like the payload. */
  readonly audience: string;
  readonly payload: string;
  readonly toldAt: number;
}

/** The approximate memory without its texts, in bytes. */
const BYTES_OF_AN_ENTRY = 256;

/**
 * One row of the log, as queues receive it. The payload stays a text until it is read: many entries concern no client of
 * this node, and a decoded payload is dozens of objects for the garbage collector, a text is one.
 */
export class LogEntry {
  /** The texts of its events by the name of the variant, which `EventShapes` makes; `null`: none yet. */
  variants: Map<string | number, readonly SharedText[]> | null = null;
  private decoded: unknown = null;

  private constructor(
    readonly xid: number,
    readonly ordinal: number,
    readonly organizationId: OrganizationId,
    readonly kind: string,
    readonly audience: Audience,
    /** UNIX seconds. Practically identifies the transaction of the entry. */
    readonly toldAt: number,
    /** The approximate memory in bytes. */
    readonly weight: number,
    private readonly text: string,
  ) {}

  static of({ xid, ordinal, organizationId, kind, audience, payload, toldAt }: EntryRow): LogEntry {
    const weight = BYTES_OF_AN_ENTRY + audience.length + payload.length;
    const parsed = JSON.parse(audience) as Audience;
    return new LogEntry(xid, ordinal, organizationId, kind, parsed, toldAt, weight, payload);
  }

  get payload(): unknown {
    return (this.decoded ??= JSON.parse(this.text) as unknown);
  }

  /** Whether the decoded payload is in memory. */
  get isDecoded(): boolean {
    return this.decoded !== null;
  }

  /** The same entry with its payload as text only, and without variants. */
  undecoded(): LogEntry {
    const { xid, ordinal, organizationId, kind, audience, toldAt, weight, text } = this;
    return new LogEntry(xid, ordinal, organizationId, kind, audience, toldAt, weight, text);
  }
}
