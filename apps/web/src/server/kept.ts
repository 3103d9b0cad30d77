import type { QueuePlace, ServerEvent, Snapshot } from '@parley/client';

/** What a reload goes on from: a snapshot, and the events since. */
export interface KeptState {
  readonly snapshot: Snapshot;
  readonly events: readonly ServerEvent[];
  readonly place: QueuePlace;
}

interface First {
  /** Organization and user: what was kept for another user is never shown. */
  readonly owner: string;
  readonly snapshot: Snapshot;
  readonly place: QueuePlace;
}

interface Journal {
  readonly events: readonly ServerEvent[];
  readonly place: QueuePlace;
}

const DATABASE = 'parley';
const SNAPSHOT = 'snapshot';
const JOURNAL = 'journal';

/** The browser's own storage. A browser that refuses it works all the same, and registers on each start. */
export class Kept {
  private readonly database: Promise<IDBDatabase | null> = open().catch(() => null);

  constructor(private readonly owner: string) {}

  async read(): Promise<KeptState | null> {
    return this.run('readonly', async (stores) => {
      const first = (await result(stores(SNAPSHOT).get(SNAPSHOT))) as First | undefined;
      if (!first || first.owner !== this.owner) return null;
      const journal = (await result(stores(JOURNAL).getAll())) as Journal[];
      const events = journal.flatMap((one) => one.events);
      return { snapshot: first.snapshot, events, place: journal.at(-1)?.place ?? first.place };
    });
  }

  async write(snapshot: Snapshot, place: QueuePlace): Promise<void> {
    const first: First = { owner: this.owner, snapshot, place };
    await this.run('readwrite', async (stores) => {
      stores(JOURNAL).clear();
      await result(stores(SNAPSHOT).put(first, SNAPSHOT));
    });
  }

  /** To be called before the events are acknowledged. */
  async append(events: readonly ServerEvent[], place: QueuePlace): Promise<void> {
    const entry: Journal = { events, place };
    await this.run('readwrite', (stores) => result(stores(JOURNAL).put(entry)));
  }

  /** A storage that is full or was taken away keeps nothing. */
  private async run<T>(
    mode: IDBTransactionMode,
    work: (store: (name: string) => IDBObjectStore) => Promise<T>,
  ): Promise<T | null> {
    const database = await this.database;
    if (!database) return null;
    try {
      const transaction = database.transaction([SNAPSHOT, JOURNAL], mode);
      return await work((name) => transaction.objectStore(name));
    } catch {
      return null;
    }
  }
}

/** Everything that this browser has kept, for the user who logs out. */
export function forgetEverything(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(DATABASE);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(SNAPSHOT);
    request.result.createObjectStore(JOURNAL, { autoIncrement: true });
  };
  return result(request).then((database) => {
    database.onversionchange = () => database.close(); // the user logs out
    return database;
  });
}

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The storage failed'));
  });
