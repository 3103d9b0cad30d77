import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** Gives the focus to the last message that is whole in sight, for those who leave a form. */
export function focusMessages(): void {
  const feed = document.querySelector<HTMLElement>('#main [role=feed]');
  const end = feed?.getBoundingClientRect().bottom ?? 0;
  const rows = [...(feed?.querySelectorAll<HTMLElement>('article[data-id]') ?? [])];
  const row = rows.findLast((one) => one.getBoundingClientRect().bottom <= end + 1);
  (row ?? feed ?? document.getElementById('main'))?.focus({ preventScroll: true });
}

/** Gives the focus to that message, or to what has come in its place: the next one, else the last one. */
export function focusMessageNear(id: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('#main [role=feed] article[data-id]')];
  const row = rows.find(({ dataset }) => Number(dataset.id) >= id) ?? rows.at(-1);
  (row ?? document.getElementById('main'))?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

/** Gives the focus to the next message when the one that had it goes: browsers would give it to nothing. */
export function useFocusKept(list: RefObject<HTMLElement | null>, shown: readonly number[]): void {
  const focused = useRef<number | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null;
      focused.current = row && list.current?.contains(row) ? Number(row.dataset.id) : null;
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
    list.current!.querySelector<HTMLElement>(`[data-id="${next}"]`)?.focus({ preventScroll: true });
  }, [shown]);
}
