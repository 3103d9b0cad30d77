const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** Letters that follow each other within this time are the beginning of one name. */
const TOGETHER_MS = 700;
const typed = { letters: '', at: -TOGETHER_MS };

/**
 * Moves between the items of a menu, in a circle; Home and End go to the ends, and letters to the next item that begins
 * with them. `false`: the key is not one of these.
 */
export function moveInMenu(menu: HTMLElement, event: KeyboardEvent): boolean {
  const items = [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const step = STEPS[event.key];
  if (step === undefined) return moveByLetter(items, at, event);
  const next = Number.isFinite(step) ? (at + step + items.length) % items.length : step > 0 ? items.length - 1 : 0;
  items[next]?.focus();
  return true;
}

function moveByLetter(items: readonly HTMLElement[], at: number, event: KeyboardEvent): boolean {
  const { key, timeStamp, ctrlKey, altKey, metaKey } = event;
  if (key.length !== 1 || ctrlKey || altKey || metaKey) return false;
  const isNext = timeStamp - typed.at < TOGETHER_MS;
  if (key === ' ' && !isNext) return false; // it presses the item
  const letters = (isNext ? typed.letters : '') + key.toLowerCase();
  Object.assign(typed, { letters, at: timeStamp });
  // The same letter again leads on from item to item.
  const isSame = [...letters].every((letter) => letter === letters[0]);
  const wanted = isSame ? letters[0]! : letters;
  const from = isSame ? at + 1 : Math.max(at, 0);
  const inOrder = [...items.slice(from), ...items.slice(0, from)];
  inOrder.find((item) => item.textContent.trim().toLowerCase().startsWith(wanted))?.focus();
  return true;
}
