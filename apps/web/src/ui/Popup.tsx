import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useBackGesture } from './popup/back-gesture';
import { moveInMenu } from './popup/menu-keys';
import { onPressBeside } from './popup/press-beside';
import { nextTo } from './neighbours';
import styles from './Popup.module.css';

const GAP = 4;
const EDGE = 8;

interface Props {
  readonly role: 'menu' | 'dialog';
  readonly name: string;
  /** What it stands beside; `null`: the middle of the window. */
  readonly trigger: HTMLElement | null;
  readonly children: ComponentChildren;
  onClose(): void;
}

/** A menu or a card beside what opened it. Escape and a press outside of it close it; Tab stays in it. */
export function Popup({ role, name, trigger, children, onClose }: Props) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => putBeside(root.current!, trigger);
    place();
    const observer = new ResizeObserver(place);
    observer.observe(root.current!);
    return () => observer.disconnect();
  }, [trigger]);
  // Before the next key: what is typed at once goes here.
  useLayoutEffect(() => {
    if (!root.current!.contains(document.activeElement)) (firstIn(root.current!) ?? root.current!).focus();
    const endPresses = onPressBeside((part) => root.current!.contains(part), onClose);
    // Also where the focus is in nothing, as after a press on the words of a card.
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || root.current!.contains(document.activeElement)) return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    addEventListener('keydown', onEscape, { capture: true });
    return () => {
      endPresses();
      removeEventListener('keydown', onEscape, { capture: true });
    };
  }, []);
  useBackGesture(onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || (event.key === 'Tab' && role === 'menu')) {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Tab') {
      event.preventDefault();
      tabIn(root.current!, event.shiftKey);
    } else if (role === 'menu' && moveInMenu(root.current!, event)) {
      event.preventDefault();
    }
  };
  return (
    <div ref={root} class={styles.popup} role={role} aria-label={name} tabIndex={-1} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}

const firstIn = (root: HTMLElement): HTMLElement | null =>
  root.querySelector<HTMLElement>('input, [role=menuitem], button, a[href]');

const STOPS = ':is(a[href], button, input, [tabindex]):not(:disabled, [tabindex="-1"])';

/** In a circle: what lies behind is not to be used while this is open. */
function tabIn(root: HTMLElement, isBackwards: boolean): void {
  const stops = [...root.querySelectorAll<HTMLElement>(STOPS)];
  const next = nextTo(document.activeElement ?? root, stops, isBackwards ? -1 : 1);
  (next ?? stops.at(isBackwards ? -1 : 0))?.focus();
}

/** Below it where there is room, else above it, and never out of the window. The page itself is nothing to stand beside. */
function putBeside(popup: HTMLElement, trigger: HTMLElement | null): void {
  const { offsetWidth: width, offsetHeight: height } = popup;
  const { innerWidth, innerHeight } = globalThis;
  const isBeside = trigger?.isConnected && !trigger.matches('body, main');
  const at = isBeside
    ? trigger.getBoundingClientRect()
    : new DOMRect((innerWidth + width) / 2, (innerHeight - height) / 2, 0, 0);
  const below = at.bottom + GAP;
  const top = below + height <= innerHeight - EDGE ? below : at.top - GAP - height;
  const left = at.left + width <= innerWidth - EDGE ? at.left : at.right - width;
  popup.style.top = `${Math.min(Math.max(EDGE, top), Math.max(EDGE, innerHeight - EDGE - height))}px`;
  popup.style.left = `${Math.min(Math.max(EDGE, left), Math.max(EDGE, innerWidth - EDGE - width))}px`;
}
