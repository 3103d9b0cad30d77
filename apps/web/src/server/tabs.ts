import type { QueuePlace, ServerEvent, Snapshot } from '@parley/client';

/** What the tab that reads the queue tells the other ones, and what they ask. */
export type Told =
  | { readonly kind: 'ask' }
  | { readonly kind: 'state'; readonly snapshot: Snapshot; readonly place: QueuePlace }
  | { readonly kind: 'events'; readonly events: readonly ServerEvent[]; readonly place: QueuePlace }
  | { readonly kind: 'reached'; readonly isReached: boolean }
  | { readonly kind: 'left' };

/** The tabs of a user in this browser: one of them reads the queue for all. */
export class Tabs {
  private readonly channel: BroadcastChannel | null;
  private readonly lock: string;

  constructor(owner: string) {
    this.lock = `parley ${owner}`;
    this.channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(this.lock);
  }

  tell(told: Told): void {
    this.channel?.postMessage(told);
  }

  listen(listener: (told: Told) => void): void {
    if (this.channel) this.channel.onmessage = ({ data }: MessageEvent<Told>) => listener(data);
  }

  /** Calls `lead` when no other tab leads: at once, or when the one that does is closed. Whether this one leads now. */
  async elect(lead: () => void): Promise<boolean> {
    const locks = navigator.locks as LockManager | undefined;
    if (!locks || !this.channel) {
      lead();
      return true;
    }
    const keep = (): Promise<never> => {
      lead();
      return new Promise(() => undefined); // until the page ends
    };
    return new Promise((resolve) => {
      void locks.request(this.lock, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        if (lock) return keep();
        void locks.request(this.lock, keep);
        return undefined;
      });
    });
  }
}
