import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
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

/** A menu or a card beside what opened it. Escape and whatever happens outside of it close it. */
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
    const onPointerDown = ({ target }: Event) => {
      if (!(target instanceof Node) || !root.current!.contains(target)) onClose();
    };
    addEventListener('pointerdown', onPointerDown);
    return () => removeEventListener('pointerdown', onPointerDown);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    if (event.key === 'Escape' || (event.key === 'Tab' && role === 'menu')) {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    } else if (role === 'menu' && step !== undefined) {
      event.preventDefault();
      moveIn(root.current!, step);
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

/** In a circle; Home and End go to the ends. */
function moveIn(root: HTMLElement, step: number): void {
  const items = [...root.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = Number.isFinite(step) ? (at + step + items.length) % items.length : step > 0 ? items.length - 1 : 0;
  items[next]?.focus();
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
