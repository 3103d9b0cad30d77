import { signal } from '@preact/signals-core';

/** The page names its release by the script with which it begins. */
const SCRIPT = /<script[^>]*\ssrc="([^"]+)"/;
/** The shortest time between two requests while the page is visible. */
const EVERY_MS = 300_000;

/** Whether the server has another release of this client than the one that runs here. */
export class Releases {
  readonly isOutdated = signal(false);
  private readonly own = document.querySelector<HTMLScriptElement>('script[src]')?.getAttribute('src');
  private askedAt = Date.now();

  constructor() {
    document.addEventListener('visibilitychange', () => {
      const isDue = Math.abs(Date.now() - this.askedAt) > EVERY_MS;
      if (!document.hidden && isDue) void this.ask();
    });
  }

  /** To be called when the server was away. */
  async ask(): Promise<void> {
    this.askedAt = Date.now();
    const script = SCRIPT.exec((await pageOf()) ?? '')?.[1];
    if (script !== undefined && script !== this.own) this.isOutdated.value = true;
  }

  /** A part of the page could not be loaded: where the server is there, only another page helps. */
  async missPart(): Promise<void> {
    if ((await pageOf()) !== null) this.isOutdated.value = true;
  }
}

/** `null`: the server is away. */
async function pageOf(): Promise<string | null> {
  const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } }).catch(() => null);
  return answer?.ok ? answer.text().catch(() => null) : null;
}
