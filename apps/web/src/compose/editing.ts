import type { Edit } from './formatting';

/** Chromium types line by line, each slower than the one before: half a minute for 2,000 of them. */
const MAX_LINES = 100;

/** Changes a text as if the user had typed it: the browser's own undo takes it back, but what has many lines. */
export function apply(area: HTMLTextAreaElement, { from, to, insert: whole, select }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  const insert = fitting(area, to - from, whole);
  const isLong = insert.split('\n', MAX_LINES + 1).length > MAX_LINES;
  const isDone = !isLong && document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert);
  if (!isDone) {
    area.setRangeText(insert, from, to, 'end');
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  area.setSelectionRange(...select);
}

/** As much as there is room for, without half a letter. */
function fitting({ maxLength, value }: HTMLTextAreaElement, replaced: number, insert: string): string {
  const room = maxLength - (value.length - replaced);
  if (maxLength < 0 || insert.length <= room) return insert;
  return insert.slice(0, Math.max(0, room)).replace(/[\uD800-\uDBFF]$/, '');
}

/** Puts other words in the place of some, where these are still there. */
export function replace(area: HTMLTextAreaElement, words: string, by: string): void {
  const from = area.value.indexOf(words);
  if (from === -1) return;
  const to = from + words.length;
  const { selectionStart: caret, selectionEnd } = area;
  area.setRangeText(by, from, to, 'preserve');
  // The browser would select the new words, and the next letter would replace them.
  if (caret === selectionEnd && caret > from && caret <= to) area.setSelectionRange(from + by.length, from + by.length);
  area.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Puts words at the caret, and the caret behind them. */
export function insertAtCaret(area: HTMLTextAreaElement, insert: string): void {
  const { selectionStart: from, selectionEnd: to } = area;
  const caret = from + insert.length;
  apply(area, { from, to, insert, select: [caret, caret] });
}

/** The next field of the form gets the focus; the last one is the text. */
export function focusNext(input: HTMLInputElement): void {
  const fields = [...input.form!.querySelectorAll<HTMLElement>('input[type=text], textarea')];
  fields[fields.indexOf(input) + 1]?.focus();
}
