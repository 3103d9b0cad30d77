import { signal } from '@preact/signals';

export interface Notice {
  readonly text: string;
  readonly undo: (() => void) | null;
}

const SHOWN_MS = 10_000;

/** Short sentences about what was done, with a way back where there is one. */
export class Notices {
  readonly shown = signal<Notice | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string, undo: (() => void) | null = null): void {
    clearTimeout(this.timer);
    this.shown.value = { text, undo };
    this.timer = setTimeout(() => (this.shown.value = null), SHOWN_MS);
  }

  drop(): void {
    clearTimeout(this.timer);
    this.shown.value = null;
  }
}
