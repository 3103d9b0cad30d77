import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { remember, remembered } from '../ui/remembered';
import { Command, commandOf, isLatinLetter, isSingle } from './table';

/** What commands do where a component is shown; `false`: nothing, another component may. */
export type Commands = Readonly<Partial<Record<Command, () => void | false>>>;

const SETTING = 'parley-single-keys';

/** Whether letters alone are shortcuts: a setting of this browser. */
export const usesSingleKeys = signal(remembered(SETTING) !== 'off');

export function setSingleKeys(isOn: boolean): void {
  usesSingleKeys.value = isOn;
  remember(SETTING, isOn ? null : 'off');
}

/** The layers of commands that are in force; the last one is asked first. */
const layers: { current: Commands }[] = [];

/** As the last letter showed: browsers do not tell which layout is in force. */
let isLatin = true;

/** What listens for Escape alone, such as a dialog, closes by the other key of the table, too. */
addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Escape' || event.isComposing || commandOf(event, isLatin) !== 'leave') return;
    event.preventDefault();
    event.stopPropagation();
    const init = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true };
    const isTaken = !event.target!.dispatchEvent(new KeyboardEvent('keydown', init));
    const dialog = isTaken ? null : document.querySelector<HTMLDialogElement>('dialog:modal');
    // As browsers do by Escape itself.
    if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
  },
  { capture: true },
);

addEventListener('keydown', (event) => {
  isLatin = isLatinLetter(event.key) ?? isLatin;
  if (event.defaultPrevented || event.isComposing || event.metaKey) return;
  const { target, key, code, shiftKey } = event;
  // On many keyboards some signs need AltGr, which Windows tells as Ctrl and Alt.
  const isThird = event.getModifierState('AltGraph');
  const pressed = { key, code, shiftKey, ctrlKey: event.ctrlKey && !isThird, altKey: event.altKey && !isThird };
  if (isInFront(target)) return;
  if (isTyping(target) && !pressed.ctrlKey && key !== 'Escape') return;
  if (isPressing(event) || (isSingle(pressed) && (!usesSingleKeys.peek() || isInForm(target)))) return;
  const command = commandOf(pressed, isLatin);
  if (command !== undefined && perform(command)) event.preventDefault();
});

/** `false`: nothing that is shown does it. */
export const perform = (command: Command): boolean =>
  [...layers].reverse().some(({ current }) => {
    const work = current[command];
    return work !== undefined && work() !== false;
  });

/** The commands do this for as long as the component is shown. Single letters do nothing while the user types. */
export function useCommands(commands: Commands): void {
  useLayer(commands, () => layers.length);
}

/** As `useCommands`, for what no component that is shown does in its own way. */
export function useCommandsElsewhere(commands: Commands): void {
  useLayer(commands, () => 0);
}

function useLayer(commands: Commands, placeOf: () => number): void {
  const layer = useRef(commands);
  layer.current = commands;
  useLayoutEffect(() => {
    layers.splice(placeOf(), 0, layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, []);
}

/** Dialogs and menus have keys of their own. */
const isInFront = (target: EventTarget | null): boolean =>
  document.querySelector('dialog:modal') !== null ||
  (target instanceof Element && target.closest('[role=menu], [role=dialog]') !== null);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** At a button of a form, letters are more likely meant for its fields: nothing may be done or sent by them. */
const isInForm = (target: EventTarget | null): boolean => target instanceof Element && target.closest('form') !== null;

/** The focus is in a field with words, whose changes the browser can take back. */
export function isWriting(): boolean {
  const { activeElement: field } = document;
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== '';
}

/** Enter and the space bar press what has the focus. */
const isPressing = ({ key, target }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') && target instanceof Element && target.closest('a, button, summary') !== null;
