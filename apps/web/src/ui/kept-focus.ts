import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

const FOCUSABLE = ':is(a[href], button, input, select, textarea):not(:disabled), summary';

/**
 * Keys go on where they were when what had the focus is gone, as a removed row is: in its row, in the next one or the one
 * before, or else at the page.
 */
export function useKeptFocus(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = page.current;
    if (!root) return;
    let last: Element | null = null;
    let rows: readonly (Element | null | undefined)[] = [];
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const row = target.closest('li');
      last = target;
      rows = [row, row?.nextElementSibling, row?.previousElementSibling];
    };
    const keep = () => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      const row = rows.find((one) => one?.isConnected);
      (row?.querySelector<HTMLElement>(FOCUSABLE) ?? root).focus();
    };
    const observer = new MutationObserver(keep);
    observer.observe(root, { childList: true, subtree: true });
    root.addEventListener('focusin', note);
    return () => {
      observer.disconnect();
      root.removeEventListener('focusin', note);
    };
  }, []);
}
