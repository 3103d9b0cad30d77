import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Spot } from '../app/navigation-entries';

/** Gives the focus to the message that had it last, if it is in sight. `false`: there is none. */
export function focusSpot(spot: Spot | null): boolean {
  if (spot?.kind !== 'message' || !spot.hasFocus) return false;
  const row = rowOf(spot.messageId);
  row?.focus({ preventScroll: true });
  return row !== null;
}

const rowOf = (id: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`#main [role=feed] article[data-id="${id}"]`);

/** Gives the focus to the last message that is whole in sight, for those who leave a form. */
export function focusMessages(): void {
  const feed = document.querySelector<HTMLElement>('#main [role=feed]');
  const end = feed?.getBoundingClientRect().bottom ?? 0;
  const rows = [...(feed?.querySelectorAll<HTMLElement>('article[data-id]') ?? [])];
  const row = rows.findLast((one) => one.getBoundingClientRect().bottom <= end + 1);
  (row ?? feed ?? document.getElementById('main'))?.focus({ preventScroll: true });
}

/**
 * Gives the focus to the messages: to the one that is answered, wherever it is by now, else to the one that had it last.
 * `false`: it was not in the form.
 */
export function leaveForm(form: HTMLFormElement, repliedToId: number | null, spot: Spot | null): void | false {
  if (!form.contains(document.activeElement)) return false;
  const answered = repliedToId === null ? null : rowOf(repliedToId);
  answered?.focus({ preventScroll: true });
  answered?.scrollIntoView({ block: 'nearest' });
  if (!answered && !focusSpot(spot)) focusMessages();
}

/** Gives the focus to that message, or to what has come in its place: the next one, else the last one. */
export function focusMessageNear(id: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('#main [role=feed] article[data-id]')];
  const row = rows.find(({ dataset }) => Number(dataset.id) >= id) ?? rows.at(-1);
  (row ?? document.getElementById('main'))?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

/**
 * Gives the focus to the message that a view begins with. What the user writes in keeps it.
 *
 * @param isWanted the user asked for this message, and not for an address: links elsewhere in the page lose the focus
 * @returns whether it has it now
 */
export function takeFocus(feed: HTMLElement, id: number, isWanted: boolean): boolean {
  const { activeElement: focused, body } = document;
  const isFree = focused === null || focused === body || focused === feed || focused.id === 'main';
  if (!isFree && (!isWanted || focused.matches('input, textarea, select, dialog *'))) return false;
  feed.querySelector<HTMLElement>(`article[data-id="${id}"]`)?.focus({ preventScroll: true });
  return true;
}

/**
 * Gives the focus to the next message when the one that had it goes: browsers would give it to nothing.
 *
 * @returns the message that had the focus last
 */
export function useFocusKept(list: RefObject<HTMLElement | null>, shown: readonly number[]): RefObject<number | null> {
  const focused = useRef<number | null>(null);
  const last = useRef<number | null>(null);
  // Before a message gets the focus at the beginning.
  useLayoutEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null;
      focused.current = row && list.current?.contains(row) ? Number(row.dataset.id) : null;
      last.current = focused.current ?? last.current;
    };
    addEventListener('focusin', note);
    return () => removeEventListener('focusin', note);
  }, []);
  useLayoutEffect(() => {
    const id = focused.current;
    if (id === null || shown.includes(id)) return;
    focused.current = null;
    if (document.activeElement !== document.body) return;
    const next = shown.find((one) => one > id) ?? shown.at(-1);
    const row = list.current!.querySelector<HTMLElement>(`[data-id="${next}"]`);
    (row ?? list.current!.closest<HTMLElement>('[role=feed]'))?.focus({ preventScroll: true });
  }, [shown]);
  return last;
}
