import { computed, signal } from '@preact/signals';
import { t } from '../i18n';

type Undo = () => void;

export interface Notice {
  readonly text: string;
  readonly undo: Undo | null;
  /** What it is about, where the text does not say so. */
  readonly about?: string;
  /** It is read out at once. */
  readonly isFailure?: boolean;
  /** Until it is closed, or `end`. */
  readonly stays?: boolean;
  /** A later one stood in its place, which is over. */
  readonly isAgain?: boolean;
}

/** The number tells apart what is said twice. */
type Numbered<What> = What & { readonly nth: number };

const SHOWN_MS = 10_000;
/** To be read, decided on and reached. */
const WITH_UNDO_MS = 20_000;
/** So many deeds can be undone, one after the other. */
const MAX_WITH_UNDO = 3;

/**
 * Short sentences about what was done, with a way back where there is one. One is shown at a time. Those with a way back
 * are shown again, each for its whole time, when the later ones are over, and so are those that stay.
 */
export class Notices {
  private readonly all = signal<readonly Numbered<Notice>[]>([]);
  readonly shown = computed(() => this.all.value.at(-1) ?? null);
  /** The newest that can be undone. */
  readonly undoable = computed(() => this.all.value.findLast(({ undo }) => undo !== null) ?? null);
  /** Read out and not shown. */
  readonly spoken = signal<Numbered<{ readonly text: string }> | null>(null);
  private count = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isHeld = false;

  /** @param about see `Notice` */
  say(text: string, undo: Undo | null = null, about?: string): void {
    this.show({ text, undo, about });
  }

  /** What went wrong, where no control is left that could say it. @param stays see `Notice` */
  fail(text: string, stays = false): void {
    this.show({ text, undo: null, isFailure: true, stays });
  }

  /** What stays is not true any more, or seen elsewhere. */
  end(text: string): void {
    this.keep(this.all.peek().filter((one) => one.text !== text));
  }

  private show(notice: Notice): void {
    const former = this.all.peek().filter(({ undo, stays }) => undo !== null || stays);
    const undoable = former.filter(({ undo }) => undo !== null);
    const tooMany = undoable.slice(0, notice.undo ? 1 - MAX_WITH_UNDO : -MAX_WITH_UNDO);
    const kept = former.filter((one) => !tooMany.includes(one));
    this.all.value = [...kept, { ...notice, nth: ++this.count }];
    this.begin();
  }

  /** The user has the pointer or the focus in it: it stays. */
  hold(): void {
    this.isHeld = true;
    clearTimeout(this.timer);
  }

  /** It goes after its time, counted from now. */
  release(): void {
    this.isHeld = false;
    this.begin();
  }

  private begin(): void {
    clearTimeout(this.timer);
    const last = this.shown.peek();
    if (!last) this.isHeld = false; // it went from below the pointer
    if (!last || this.isHeld || last.stays) return;
    this.timer = setTimeout(() => this.drop(), last.undo ? WITH_UNDO_MS : SHOWN_MS);
  }

  announce(text: string): void {
    this.spoken.value = { text, nth: ++this.count };
  }

  /** @param said is read out, before the one that is shown again */
  drop(said = ''): void {
    this.keep(this.all.peek().slice(0, -1));
    const next = this.shown.peek();
    const words = [said, next && wordsOf(next)].filter(Boolean);
    if (words.length > 0) this.announce(words.join(' '));
  }

  /** Takes the way back away, as what it would undo has changed since. @returns whether it was shown */
  withdraw(undo: Undo): boolean {
    const isShown = this.shown.peek()?.undo === undo;
    this.keep(this.all.peek().filter((one) => one.undo !== undo));
    return isShown;
  }

  private keep(notices: readonly Numbered<Notice>[]): void {
    const last = notices.at(-1);
    if (last === this.all.peek().at(-1)) return void (this.all.value = notices);
    this.all.value = last ? [...notices.slice(0, -1), { ...last, nth: ++this.count, isAgain: true }] : [];
    this.begin();
  }
}

/** What is read of a notice. */
export const wordsOf = ({ text, about, isAgain = false }: Notice): string =>
  isAgain ? t.beforeThat([text, about].filter(Boolean).join(' · ')) : text;
