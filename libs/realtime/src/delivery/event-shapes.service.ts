import { Injectable } from '@nestjs/common';
import type { LogEntry } from '../records/log-entry';
import type { EventKind } from '../event-log/ports';
import { Registry } from '../event-log/registry.service';
import type { QueueViewer } from '../records/queue-options';
import { SharedText } from '../records/queued-event';
import type { Serialise } from './resident-queue';
import { ViewerLookups } from './viewer-lookups.service';

/** What does not depend on the viewer. Valid until the code that runs now awaits something. */
interface Current {
  readonly entry: LogEntry;
  readonly kind: EventKind | undefined;
  /** Whether all viewers get the event without a lookup. */
  readonly isKnownForAll: boolean;
}

const NONE: readonly SharedText[] = [];

/** Turns entries of the log into events for each viewer. */
@Injectable()
export class EventShapes {
  /** Of the entry that was asked for last: all queues of the node ask for one after another. */
  private latest: Current | null = null;

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
      const { kind, isKnownForAll } = this.current(entry);
      if (!kind || (types !== null && !types.has(kind.type))) return NONE;
      const filter = filters.get(entry.kind);
      if (filter && !filter(entry.payload, viewer)) return NONE;
      return isKnownForAll || this.lookups.isKnown(entry, viewer) ? this.shaped(entry, viewer) : undefined;
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
    const current = this.current(entry);
    const variants = (entry.variants ??= new Map<string | number, readonly SharedText[]>());
    const kind = current.kind!;
    const known = current.isKnownForAll ? undefined : this.lookups.answer(entry, viewer);
    const context = { audience: entry.audience, known };
    const name = kind.variant(entry.payload, viewer, context);
    let texts = variants.get(name);
    if (texts === undefined) {
      const event = kind.shape(entry.payload, viewer, context);
      texts = event === null ? NONE : [event].flat().map(SharedText.of);
      variants.set(name, texts);
    }
    return texts;
  }

  private current(entry: LogEntry): Current {
    if (this.latest?.entry === entry) return this.latest;
    if (this.latest === null) queueMicrotask(() => (this.latest = null));
    const kind = this.registry.kinds.get(entry.kind);
    const needsLookup = kind?.lookup?.isNeeded(entry.payload) === true;
    const isKnownForAll = !needsLookup && this.registry.isLoaded([entry]);
    this.latest = { entry, kind, isKnownForAll };
    return this.latest;
  }
}
