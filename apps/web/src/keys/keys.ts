import { useEffect } from 'preact/hooks';

/** What keys do, by the key as `KeyboardEvent.key` names it; `Ctrl+` before it where it needs that. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** The layers of keys that are in force; the last one is asked first. */
const layers: Keys[] = [];

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing || event.altKey || event.metaKey) return;
  const names = namesOf(event);
  if (isInFront(event.target)) return;
  if (isTyping(event.target) && !event.ctrlKey && event.key !== 'Escape') return;
  for (const layer of [...layers].reverse()) {
    const name = names.find((one) => one in layer);
    if (name === undefined) continue;
    event.preventDefault();
    return layer[name]!(event);
  }
});

/** The keys do this for as long as the component is shown. Single letters do nothing while the user types. */
export function useKeys(keys: Keys): void {
  useEffect(() => {
    layers.push(keys);
    return () => void layers.splice(layers.indexOf(keys), 1);
  });
}

/** The key as it is, and the one of a Latin keyboard in its place: other layouts have no `j`. */
function namesOf({ key, code, ctrlKey, shiftKey }: KeyboardEvent): string[] {
  const prefix = ctrlKey ? 'Ctrl+' : '';
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  const latin = letter === undefined || /^[a-z]$/i.test(key) ? [] : [shiftKey ? letter : letter.toLowerCase()];
  return [key, ...latin].map((name) => prefix + name);
}

/** Dialogs and menus have keys of their own. */
const isInFront = (target: EventTarget | null): boolean =>
  document.querySelector('dialog:modal') !== null ||
  (target instanceof Element && target.closest('[role=menu], [role=dialog]') !== null);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
