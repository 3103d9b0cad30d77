/**
 * Tells of presses beside something that is open. A tap there does nothing else: a finger hits what lies there by chance.
 * @param isInside whether a part of the page belongs to it
 * @returns what ends it
 */
export function onPressBeside(isInside: (part: Node) => boolean, close: () => void): () => void {
  const onPointerDown = ({ target, pointerType }: PointerEvent) => {
    if (target instanceof Node && isInside(target)) return;
    if (pointerType === 'touch') swallowTap();
    close();
  };
  addEventListener('pointerdown', onPointerDown);
  return () => removeEventListener('pointerdown', onPointerDown);
}

/** What browsers make of a tap when the finger is up again: the focus comes by the first, the deed by the second. */
const OF_TAP = ['mousedown', 'click'] as const;
/** The finger scrolls, or presses anew. */
const OVER = ['pointercancel', 'pointerdown'] as const;

function swallowTap(): void {
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    if (event.type === 'click') over.abort();
  };
  for (const type of OF_TAP) addEventListener(type, swallow, options);
  for (const type of OVER) addEventListener(type, () => over.abort(), options);
}
