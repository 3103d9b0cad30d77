import { effect } from '@preact/signals-core';
import { narrowKey } from '../../links/narrow';
import type { KnownMessage } from '../../store/messages';
import type { Store } from '../../store/store';
import type { MessageWindow } from '../../store/windows';
import type { OfflineStorage } from './offline-storage';

/** Views that are kept, and messages of each. */
const MAX_VIEWS = 30;
const MAX_MESSAGES = 200;
/** A view that changes is kept anew after this time. */
const AFTER_MS = 1_000;
/** The names of all that are kept, those shown last at the end. */
const INDEX = 'index';

interface CachedView {
  readonly messages: readonly KnownMessage[];
  readonly hasOldest: boolean;
  readonly hasNewest: boolean;
}

/** The views shown last, so that they can be read while the server is away. */
export class CachedViews {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private end = (): void => undefined;
  private writing = Promise.resolve();

  constructor(private readonly storage: OfflineStorage) {}

  /** Keeps a view that is shown, until another one is. */
  follow(store: Store, window: MessageWindow | null): void {
    this.end();
    clearTimeout(this.timer);
    if (!window) return;
    this.end = effect(() => {
      if (!window.isLoaded.value || window.isStale.value || window.ids.value.length === 0) return;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        this.writing = this.writing.then(() => this.write(store, window));
      }, AFTER_MS);
    });
  }

  /** Shows a window as this browser has last seen it. False: it has not. */
  async restore(store: Store, window: MessageWindow): Promise<boolean> {
    const view = await this.storage.item<CachedView>('views', narrowKey(window.narrow));
    if (!view || window.isLoaded.peek()) return window.isLoaded.peek();
    store.messages.put(view.messages);
    window.restore(
      view.messages.map(({ id }) => id),
      view,
    );
    return true;
  }

  private async write(store: Store, window: MessageWindow): Promise<void> {
    const ids = window.ids.peek().slice(-MAX_MESSAGES);
    const messages = ids.flatMap((id) => store.messages.all.peek(id) ?? []);
    const view: CachedView = {
      messages,
      hasOldest: window.hasOldest.peek() && ids.length === window.ids.peek().length,
      hasNewest: window.hasNewest.peek(),
    };
    const name = narrowKey(window.narrow);
    const others = ((await this.storage.item<readonly string[]>('views', INDEX)) ?? []).filter((one) => one !== name);
    for (const old of others.splice(0, others.length + 1 - MAX_VIEWS)) await this.storage.delete('views', old);
    await this.storage.put('views', name, view);
    await this.storage.put('views', INDEX, [...others, name]);
  }
}
