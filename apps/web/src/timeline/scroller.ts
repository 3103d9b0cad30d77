import type { MessageSpot } from '../app/navigation-entries';

/** Pixels from an end of the list at which more rows are wanted. */
const NEAR = 900;
const AT_END = 12;
/** Pixels that a line with a conversation takes at the upper edge. */
const HEADING = 36;
/** Where a message is shown first, in heights of the feed. */
const PARTS = { upper: 0.2, middle: 0.4 };

interface Looked {
  readonly isNearTop: boolean;
  readonly isNearBottom: boolean;
  readonly isAtBottom: boolean;
  /** Messages that are on the screen to their end. */
  readonly seen: readonly number[];
  /** The message at the upper edge; `null`: its beginning is in sight. */
  readonly topId: number | null;
}

interface Place {
  readonly id: string;
  /** Pixels below the upper edge of the feed; may be a fraction. */
  readonly top: number;
}

/**
 * Keeps the row that is read where it is when rows come, go or grow: by its place before and after, since browsers do
 * it differently or not at all.
 */
export class Scroller {
  private feed: HTMLElement | null = null;
  private list: HTMLElement | null = null;
  /** The rows in sight, the one to be held first; the others stand in where it is taken away. */
  private places: readonly Place[] = [];
  /** Where the list was scrolled to at that moment. */
  private scrollTop = 0;
  /** What browsers cannot scroll: they scroll by whole pixels, and rows have fractions of them. */
  private fraction = 0;
  private observer: ResizeObserver | null = null;
  /** A message got the focus from the view, and the user has pressed nothing since: it is read no more than the others. */
  isGiven = false;

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

  /** Puts what is read back where it was, or the end in sight. */
  settle(): void {
    const { feed } = this;
    if (!feed) return;
    const scrolled = this.scrolledBy();
    if (this.isPinned && scrolled >= 0) feed.scrollTop = Math.min(feed.scrollHeight, this.furthest());
    else this.holdFirst(scrolled);
    this.remember();
  }

  /** Where the end may be scrolled to: the message with the focus stays in sight while others come below it. */
  private furthest(): number {
    const row = this.rows().find((one) => one.contains(document.activeElement));
    if (!row || !this.feed || this.isGiven) return Infinity;
    const top = this.feed.scrollTop + this.topOf(row) - HEADING;
    return Math.max(top, top + row.offsetHeight - this.feed.clientHeight);
  }

  /** The message that is held where it is. */
  get heldId(): number | null {
    return this.places[0] ? Number(this.places[0].id) : null;
  }

  /** Brings a message into sight. @param at in pixels below the upper edge, or by name */
  show(id: number, at: keyof typeof PARTS | number): void {
    const row = this.rowOf(String(id));
    if (!row || !this.feed) return;
    this.isPinned = false;
    this.feed.scrollTop += this.topOf(row) - (typeof at === 'number' ? at : this.feed.clientHeight * PARTS[at]);
    this.remember();
  }

  /**
   * Where the user is: at the message that had the focus last, if it is in sight, else at what is read. `null`: at the
   * end.
   */
  spot(lastFocused: number | null): MessageSpot | null {
    const row = lastFocused === null ? null : this.rowOf(String(lastFocused));
    const top = row ? this.topOf(row) : 0;
    if (row && top + row.offsetHeight > 0 && top < this.feed!.clientHeight)
      return { kind: 'message', messageId: lastFocused!, top, hasFocus: true };
    const [held] = this.places;
    if (this.isPinned || !held) return null;
    return { kind: 'message', messageId: Number(held.id), top: held.top, hasFocus: false };
  }

  /** What is in sight now; `null`: nothing is shown. */
  look(): Looked | null {
    const { feed } = this;
    if (!feed || feed.clientHeight === 0) return null;
    this.settle(); // rows may have changed since
    const { scrollTop, scrollHeight, clientHeight } = feed;
    const below = scrollHeight - scrollTop - clientHeight;
    const rows = this.rows();
    const uppermost = rows.find((row) => this.topOf(row) + row.offsetHeight > HEADING);
    const seen = rows.filter((row) => {
      const top = this.topOf(row);
      return top + row.offsetHeight <= clientHeight + 1 && top + row.offsetHeight > 0;
    });
    return {
      isNearTop: scrollTop < NEAR,
      isNearBottom: below < NEAR,
      isAtBottom: below < AT_END,
      seen: seen.map((row) => Number(row.dataset.id)),
      topId: uppermost && this.topOf(uppermost) < 0 ? Number(uppermost.dataset.id) : null,
    };
  }

  /**
   * Moves the focus between messages. Where none has it, it comes to the one that had it last, or that is to be read.
   *
   * @param unreadId the first message that was not read when the view was opened
   */
  focusNext(step: 1 | -1, unreadId: number | undefined, lastFocused: number | null): void {
    const rows = this.rows();
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const row =
      at < 0
        ? (this.inSight(lastFocused) ?? this.firstToRead(unreadId))
        : rows[Math.min(rows.length - 1, Math.max(0, at + step))];
    if (!row) return;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  }

  /** The first unread message if it is in sight, else the newest one at the end, else the first one in sight. */
  private firstToRead(unreadId: number | undefined): HTMLElement | undefined {
    const inSight = this.rows().filter((row) => this.isInSight(row));
    const unread = inSight.find(({ dataset }) => Number(dataset.id) === unreadId);
    // A message that is higher than the screen begins above it.
    return unread ?? inSight.at(this.isPinned ? -1 : 0) ?? this.rows().findLast((row) => this.topOf(row) < 0);
  }

  private inSight(id: number | null): HTMLElement | undefined {
    const row = id === null ? null : this.rowOf(String(id));
    return row && this.isInSight(row) ? row : undefined;
  }

  private isInSight(row: HTMLElement): boolean {
    const top = this.topOf(row);
    return top >= 0 && top < (this.feed?.clientHeight ?? 0);
  }

  /** Gives the focus to the message that had it last, if it is in sight, else to the last one that is whole in sight. */
  focusAgain(lastFocused: number | null): number | undefined {
    const height = this.feed?.clientHeight ?? 0;
    const row =
      this.inSight(lastFocused) ??
      this.rows().findLast((one) => this.topOf(one) >= 0 && this.topOf(one) + one.offsetHeight <= height + 1);
    row?.focus({ preventScroll: true });
    return row && Number(row.dataset.id);
  }

  /** Gives the focus to the first or the last message there is. */
  focusEdge(edge: 'first' | 'last'): void {
    const row = this.rows().at(edge === 'first' ? 0 : -1) ?? this.feed;
    row?.focus({ preventScroll: true });
  }

  /** The focus goes along, so that the next key does not lead back. */
  scrollPage(step: 1 | -1): void {
    if (!this.feed) return;
    this.feed.scrollTop += step * this.feed.clientHeight * 0.9;
    if (!this.list?.contains(document.activeElement)) return;
    const row = this.rows().find((one) => this.topOf(one) >= 0);
    row?.focus({ preventScroll: true });
  }

  /** Shows the beginning of the list as soon as its rows are there. */
  showFirst(): void {
    this.isPinned = false;
    this.places = [];
    requestAnimationFrame(() => {
      if (!this.feed) return;
      this.feed.scrollTop = 0;
      this.focusEdge('first');
      this.remember();
    });
  }

  /** Pixels that the user has scrolled since the places were remembered. */
  private scrolledBy(): number {
    const { scrollTop, scrollHeight, clientHeight } = this.feed!;
    const isCut = scrollTop < this.scrollTop && scrollTop >= scrollHeight - clientHeight - 1;
    return isCut ? 0 : scrollTop - this.scrollTop; // a list that has become shorter scrolls by itself
  }

  private holdFirst(scrolled: number): void {
    for (const { id, top } of this.places) {
      const row = this.rowOf(id);
      if (row) return this.hold(row, top - scrolled);
    }
  }

  private hold(row: HTMLElement, top: number): void {
    const [feed, list] = [this.feed!, this.list!];
    const shift = this.topOf(row) - top;
    if (shift === 0) return;
    const wanted = feed.scrollTop - this.fraction + shift;
    feed.scrollTop = Math.round(wanted);
    const rest = feed.scrollTop - wanted;
    this.fraction = Math.abs(rest) < 1 ? rest : 0; // else there is nothing more to scroll
    list.style.marginBlockStart = `${this.fraction}px`;
  }

  /** The message with the focus is read, else the one in the middle. */
  private remember(): void {
    const height = this.feed!.clientHeight;
    this.scrollTop = this.feed!.scrollTop;
    const inSight = this.rows().flatMap((row) => {
      const [top, bottom] = [this.topOf(row), this.topOf(row) + row.offsetHeight];
      return bottom > 0 && top < height ? [{ row, id: row.dataset.id!, top, bottom }] : [];
    });
    const focused = inSight.findIndex(({ row }) => row.contains(document.activeElement));
    const middle = inSight.findIndex(({ bottom }) => bottom > height / 2);
    const at = Math.max(0, focused < 0 || this.isGiven ? middle : focused);
    this.places = [...inSight.slice(at), ...inSight.slice(0, at).reverse()].map(({ id, top }) => ({ id, top }));
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
