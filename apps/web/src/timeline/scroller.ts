/** Pixels from an end of the list at which more rows are wanted. */
const NEAR = 900;
const AT_END = 12;

interface Looked {
  readonly isNearTop: boolean;
  readonly isNearBottom: boolean;
  readonly isAtBottom: boolean;
  /** Messages that are on the screen to their end. */
  readonly seen: readonly number[];
}

/**
 * Keeps the row that is read where it is when rows come, go or grow: by the place of one row before and after, since
 * browsers do it differently or not at all.
 */
export class Scroller {
  private feed: HTMLElement | null = null;
  private list: HTMLElement | null = null;
  private anchor: { readonly id: string; readonly top: number } | null = null;
  private observer: ResizeObserver | null = null;

  /** @param isPinned the end stays in sight when rows come */
  constructor(public isPinned: boolean) {}

  attach(feed: HTMLElement, list: HTMLElement, onChange: () => void): void {
    this.feed = feed;
    this.list = list;
    this.settle();
    this.observer = new ResizeObserver(() => {
      this.settle();
      onChange();
    });
    this.observer.observe(list);
    this.observer.observe(feed);
  }

  detach(): void {
    this.observer?.disconnect();
    this.feed = null;
  }

  /** Puts the anchor back where it was, or the end in sight. */
  settle(): void {
    const { feed } = this;
    if (!feed) return;
    if (this.isPinned) {
      feed.scrollTop = feed.scrollHeight;
      return;
    }
    const row = this.anchor && this.rowOf(this.anchor.id);
    if (!row) return this.remember();
    const shift = this.topOf(row) - this.anchor!.top;
    if (Math.abs(shift) >= 0.5) feed.scrollTop += shift;
  }

  /** Brings a message into sight. */
  show(id: number, inTheMiddle: boolean): void {
    const row = this.rowOf(String(id));
    if (!row || !this.feed) return;
    this.isPinned = false;
    this.feed.scrollTop += this.topOf(row) - this.feed.clientHeight * (inTheMiddle ? 0.4 : 0.2);
    this.remember();
  }

  /** What is in sight now; `null`: nothing is shown. */
  look(): Looked | null {
    const { feed } = this;
    if (!feed || feed.clientHeight === 0) return null;
    this.remember();
    const { scrollTop, scrollHeight, clientHeight } = feed;
    const below = scrollHeight - scrollTop - clientHeight;
    const seen = this.rows().filter((row) => {
      const top = this.topOf(row);
      return top + row.offsetHeight <= clientHeight + 1 && top + row.offsetHeight > 0;
    });
    return {
      isNearTop: scrollTop < NEAR,
      isNearBottom: below < NEAR,
      isAtBottom: below < AT_END,
      seen: seen.map((row) => Number(row.dataset.id)),
    };
  }

  /** Moves the focus between messages. */
  focusNext(step: 1 | -1): void {
    const rows = this.rows();
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const first = rows.findIndex((row) => this.topOf(row) >= 0);
    const next = at < 0 ? (step === 1 ? first : first - 1) : at + step;
    const row = rows[Math.min(rows.length - 1, Math.max(0, next))];
    if (!row) return;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  }

  scrollPage(step: 1 | -1): void {
    if (this.feed) this.feed.scrollTop += step * this.feed.clientHeight * 0.9;
  }

  /** Shows the beginning of the list as soon as its rows are there. */
  showFirst(): void {
    this.isPinned = false;
    this.anchor = null;
    requestAnimationFrame(() => {
      if (this.feed) this.feed.scrollTop = 0;
      this.remember();
    });
  }

  private remember(): void {
    const row = this.rows().find((one) => this.topOf(one) + one.offsetHeight > 0);
    this.anchor = row ? { id: row.dataset.id!, top: this.topOf(row) } : null;
  }

  private rows(): HTMLElement[] {
    return [...(this.list?.querySelectorAll<HTMLElement>('[data-id]') ?? [])];
  }

  private rowOf(id: string): HTMLElement | null {
    return this.list?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) ?? null;
  }

  private topOf(row: HTMLElement): number {
    return row.getBoundingClientRect().top - this.feed!.getBoundingClientRect().top;
  }
}
