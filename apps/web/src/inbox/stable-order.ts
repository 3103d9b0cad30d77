import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/**
 * For lists that are in use: what is there stays where it is, and what is new comes to the end, or to the beginning: no
 * row slips away from under the mouse.
 */
export class StableOrder {
  private readonly places = new Map<string, number>();

  of<T>(rows: readonly T[], keyOf: (row: T) => string, isNewestFirst = false): T[] {
    const fresh = rows.filter((row) => !this.places.has(keyOf(row)));
    const { size } = this.places;
    // The places of those that come first are below those of all before.
    const first = isNewestFirst && size > 0 ? -size - fresh.length : size;
    fresh.forEach((row, at) => this.places.set(keyOf(row), first + at));
    const placeOf = (row: T): number => this.places.get(keyOf(row))!;
    return [...rows].sort((one, other) => placeOf(one) - placeOf(other));
  }
}

/** Gives the focus to the link or button that is now where the one with the focus was taken away. */
export function useFocusInList(list: RefObject<HTMLElement | null>): void {
  const focused = useRef<{ readonly element: Element; at: number } | null>(null);
  const all = () => [...(list.current?.querySelectorAll<HTMLElement>('a[href], button') ?? [])];
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const at = all().findIndex((one) => one === target);
      focused.current = target instanceof Element && at >= 0 ? { element: target, at } : null;
    };
    addEventListener('focusin', note);
    return () => removeEventListener('focusin', note);
  }, []);
  useLayoutEffect(() => {
    const last = focused.current;
    if (!last) return;
    const now = all();
    const at = now.findIndex((one) => one === last.element);
    if (at >= 0) return void (last.at = at);
    if (document.activeElement === document.body) (now[Math.min(last.at, now.length - 1)] ?? list.current)?.focus();
  });
}
