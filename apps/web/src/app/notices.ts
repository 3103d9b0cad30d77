import { signal } from '@preact/signals';

export interface Notice {
  readonly text: string;
  readonly undo: (() => void) | null;
  /** It is read out at once. */
  readonly isFailure?: boolean;
}

/** The number tells apart what is said twice. */
type Numbered<What> = What & { readonly nth: number };

const SHOWN_MS = 10_000;
/** To be read, decided on and reached. */
const WITH_UNDO_MS = 20_000;

/** Short sentences about what was done, with a way back where there is one. */
export class Notices {
  readonly shown = signal<Numbered<Notice> | null>(null);
  /** Read out and not shown. */
  readonly spoken = signal<Numbered<{ readonly text: string }> | null>(null);
  private count = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string, undo: (() => void) | null = null): void {
    this.show({ text, undo });
  }

  /** What went wrong, where no control is left that could say it. */
  fail(text: string): void {
    this.show({ text, undo: null, isFailure: true });
  }

  private show(notice: Notice): void {
    this.shown.value = { ...notice, nth: ++this.count };
    this.release();
  }

  /** The user has the pointer or the focus in it: it stays. */
  hold(): void {
    clearTimeout(this.timer);
  }

  /** It goes after its time, counted from now. */
  release(): void {
    clearTimeout(this.timer);
    const shownMs = this.shown.peek()?.undo ? WITH_UNDO_MS : SHOWN_MS;
    this.timer = setTimeout(() => (this.shown.value = null), shownMs);
  }

  announce(text: string): void {
    this.spoken.value = { text, nth: ++this.count };
  }

  drop(): void {
    clearTimeout(this.timer);
    this.shown.value = null;
  }
}
