import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const FOCUSABLE = ':is(a[href], button, input, select, textarea):not(:disabled), summary';

/**
 * Keys go on where they were when what had the focus is gone, as a removed row is, or is disabled: in its row, in the next
 * one or the one before, in its form, or else at the page.
 *
 * @param instead what takes the focus in place of the form
 */
export function useKeptFocus(page: RefObject<HTMLElement | null>, instead?: () => HTMLElement | null): void {
  const place = useRef(instead);
  place.current = instead;
  // Before the first paint: keys may be pressed at once.
  useLayoutEffect(() => {
    const root = page.current;
    if (!root) return;
    let last: Element | null = null;
    let rows: readonly (Element | null | undefined)[] = [];
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const row = target.closest('li');
      last = target;
      rows = [row, row?.nextElementSibling, row?.previousElementSibling, target.closest('form')];
    };
    const keep = () => {
      if (!last || (last.isConnected && !last.matches(':disabled') && !last.closest('[hidden]'))) return;
      // What was disabled a moment ago is still said to have the focus.
      if (document.activeElement !== document.body && document.activeElement !== last) return;
      const near = rows.map((one) => one?.isConnected && one.querySelector<HTMLElement>(FOCUSABLE));
      const places = [...near.slice(0, -1), place.current?.(), near.at(-1)];
      (places.find((one) => one instanceof HTMLElement) ?? root).focus();
    };
    const observer = new MutationObserver(keep);
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden'] });
    root.addEventListener('focusin', note);
    return () => {
      observer.disconnect();
      root.removeEventListener('focusin', note);
    };
  }, []);
}
