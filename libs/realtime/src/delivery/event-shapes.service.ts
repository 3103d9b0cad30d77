import { Injectable } from '@nestjs/common';
import type { LogEntry } from '../records/audience';
import type { EventKind } from '../event-log/ports';
import { Registry } from '../event-log/registry.service';
import type { QueueViewer } from '../records/queue-options';
import { sharedText, type SharedText } from './queued-event';
import type { Serialise } from './resident-queue';
import { ViewerLookups } from './viewer-lookups.service';

/** The texts of an entry by the name of the variant. */
type Variants = Map<string, readonly SharedText[]>;

const NONE: readonly SharedText[] = [];

/** Turns entries of the log into events for each viewer. */
@Injectable()
export class EventShapes {
  private readonly serialised = new WeakMap<LogEntry, Variants>();
  /** Of the entry that was asked for last: all queues of the node ask for one after another. */
  private latest: { entry: LogEntry; variants: Variants } | null = null;

  constructor(
    private readonly registry: Registry,
    private readonly lookups: ViewerLookups,
  ) {}

  /**
   * Returns a function that makes the events that a queue gets from an entry, given its event types and narrow.
   * `undefined`: a lookup is still missing.
   */
  acceptance(viewer: QueueViewer): (entry: LogEntry) => readonly SharedText[] | undefined {
    const { eventTypes, narrow } = viewer.options;
    const types = eventTypes === null ? null : new Set(eventTypes);
    const filters = new Map<string, ReturnType<NonNullable<EventKind['filter']>>>();
    if (narrow.length > 0) {
      for (const { kind, filter } of this.registry.kinds.values()) if (filter) filters.set(kind, filter(narrow));
    }
    return (entry) => {
      const kind = this.registry.kinds.get(entry.kind);
      if (!kind || (types !== null && !types.has(kind.type))) return NONE;
      const filter = filters.get(entry.kind);
      if (filter && !filter(entry.payload, viewer)) return NONE;
      return this.lookups.isKnown(entry, viewer) ? this.shaped(entry, viewer) : undefined;
    };
  }

  /**
   * Serialises events as JSON without ids. If a lookup is missing, it is requested, and the queue is answered after it.
   */
  readonly serialise: Serialise = (entry, queue) => {
    if (this.lookups.isKnown(entry, queue.viewer)) return this.shaped(entry, queue.viewer);
    this.lookups.want(entry, queue);
    return undefined;
  };

  /** All viewers of one variant share the same texts. */
  private shaped(entry: LogEntry, viewer: QueueViewer): readonly SharedText[] {
    const kind = this.registry.kinds.get(entry.kind)!;
    const variants = this.variantsOf(entry);
    const told = { audience: entry.audience, known: this.lookups.answer(entry, viewer) };
    const name = kind.variant(entry.payload, viewer, told);
    let texts = variants.get(name);
    if (texts === undefined) {
      const event = kind.shape(entry.payload, viewer, told);
      texts = event === null ? NONE : [event].flat().map(sharedText);
      variants.set(name, texts);
    }
    return texts;
  }

  private variantsOf(entry: LogEntry): Variants {
    if (this.latest?.entry === entry) return this.latest.variants;
    let variants = this.serialised.get(entry);
    if (!variants) this.serialised.set(entry, (variants = new Map<string, readonly SharedText[]>()));
    this.latest = { entry, variants };
    return variants;
  }
}
