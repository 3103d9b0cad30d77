import type { QueuePlace, ServerEvent, Snapshot } from '@parley/client';

/** What a reload goes on from: a snapshot, and the events since. */
export interface StoredState {
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
const VERSION = 2;
const SNAPSHOT = 'snapshot';
const JOURNAL = 'journal';
/** Things with a name of their own, kept until they are dropped: what is to be sent, unsaved drafts, and the views shown last. */
const STORE_NAMES = ['outbox', 'drafts', 'views'] as const;
export type StoreName = (typeof STORE_NAMES)[number];

interface Item {
  readonly owner: string;
  readonly value: unknown;
}

/** The browser's own storage. A browser that refuses it works all the same, and registers on each start. */
export class OfflineStorage {
  private readonly database: Promise<IDBDatabase | null> = open().catch(() => null);

  constructor(private readonly owner: string) {}

  async read(): Promise<StoredState | null> {
    return this.run('readonly', [SNAPSHOT, JOURNAL], async (stores) => {
      const first = (await result(stores(SNAPSHOT).get(SNAPSHOT))) as First | undefined;
      if (!first || first.owner !== this.owner) return null;
      const journal = (await result(stores(JOURNAL).getAll())) as Journal[];
      const events = journal.flatMap((one) => one.events);
      return { snapshot: first.snapshot, events, place: journal.at(-1)?.place ?? first.place };
    });
  }

  async write(snapshot: Snapshot, place: QueuePlace): Promise<void> {
    const first: First = { owner: this.owner, snapshot, place };
    await this.run('readwrite', [SNAPSHOT, JOURNAL], async (stores) => {
      stores(JOURNAL).clear();
      await result(stores(SNAPSHOT).put(first, SNAPSHOT));
    });
  }

  /** To be called before the events are acknowledged. */
  async append(events: readonly ServerEvent[], place: QueuePlace): Promise<void> {
    const entry: Journal = { events, place };
    await this.run('readwrite', [JOURNAL], (stores) => result(stores(JOURNAL).put(entry)));
  }

  /** All of an object store that is the user's own. */
  async items<T>(storeName: StoreName): Promise<readonly T[]> {
    const all = await this.run('readonly', [storeName], (stores) => result(stores(storeName).getAll()));
    return ((all ?? []) as Item[]).filter(({ owner }) => owner === this.owner).map(({ value }) => value as T);
  }

  async item<T>(storeName: StoreName, name: string): Promise<T | null> {
    const found = await this.run('readonly', [storeName], (stores) => result(stores(storeName).get(name)));
    const item = found as Item | null | undefined;
    return item?.owner === this.owner ? (item.value as T) : null;
  }

  async put(storeName: StoreName, name: string, value: unknown): Promise<void> {
    const item: Item = { owner: this.owner, value };
    await this.run('readwrite', [storeName], (stores) => result(stores(storeName).put(item, name)));
  }

  async delete(storeName: StoreName, name: string): Promise<void> {
    await this.run('readwrite', [storeName], (stores) => result(stores(storeName).delete(name)));
  }

  /** A storage that is full or was taken away keeps nothing. */
  private async run<T>(
    mode: IDBTransactionMode,
    names: string[],
    work: (store: (name: string) => IDBObjectStore) => Promise<T>,
  ): Promise<T | null> {
    const database = await this.database;
    if (!database) return null;
    try {
      const transaction = database.transaction(names, mode);
      return await work((name) => transaction.objectStore(name));
    } catch {
      return null;
    }
  }
}

/** Everything that this browser has kept, for the user who logs out. */
export async function forgetEverything(): Promise<void> {
  try {
    localStorage.clear();
    sessionStorage.clear();
    const request = indexedDB.deleteDatabase(DATABASE);
    await new Promise<void>((resolve) => {
      request.onsuccess = request.onerror = request.onblocked = () => resolve();
    });
  } catch {
    // A browser that refuses its storage has kept nothing.
  }
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      request.result.createObjectStore(SNAPSHOT);
      request.result.createObjectStore(JOURNAL, { autoIncrement: true });
    }
    for (const storeName of STORE_NAMES) request.result.createObjectStore(storeName);
  };
  const database = await result(request);
  database.onversionchange = () => database.close(); // the user logs out
  return database;
}

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The storage failed'));
  });
