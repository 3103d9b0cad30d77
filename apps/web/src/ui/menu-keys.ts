const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** Moves between the items of a menu, in a circle; Home and End go to the ends. `false`: the key is not one of these. */
export function moveInMenu(menu: HTMLElement, { key }: KeyboardEvent): boolean {
  const step = STEPS[key];
  if (step === undefined) return false;
  const items = [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = Number.isFinite(step) ? (at + step + items.length) % items.length : step > 0 ? items.length - 1 : 0;
  items[next]?.focus();
  return true;
}
