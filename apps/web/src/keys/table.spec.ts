import { commandOf, isLatinLetter, KEY_TABLE, letterOf, Pressed } from './table';

const pressed = (key: string, code = '', more: Partial<Pressed> = {}): Pressed => ({
  key,
  code,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

describe('the table of keys', () => {
  it('has each key once', () => {
    const keys = KEY_TABLE.flatMap(({ rows }) => rows.flatMap((row) => row.keys));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([
    ['j', pressed('j', 'KeyJ'), 'nextMessage'],
    ['J', pressed('J', 'KeyJ', { shiftKey: true }), 'pageDown'],
    ['a Russian j', pressed('о', 'KeyJ'), 'nextMessage'],
    ['a Greek capital n', pressed('Ν', 'KeyN', { shiftKey: true }), 'nextFollowedTopic'],
    ['a Russian Ctrl+K', pressed('л', 'KeyK', { ctrlKey: true }), 'search'],
    ['an Arabic question mark', pressed('؟', 'Slash', { shiftKey: true }), 'help'],
    ['k of a layout that has it elsewhere', pressed('k', 'KeyV'), 'previousMessage'],
    ['the space bar', pressed(' ', 'Space'), 'pageDown'],
    ['a key without a meaning', pressed('ö', 'Semicolon'), undefined],
    ['a German Ö where others have a colon', pressed('Ö', 'Semicolon', { shiftKey: true }), undefined],
    ['a German ß where others have a minus', pressed('ß', 'Minus'), undefined],
    ['a French § where others have a question mark', pressed('§', 'Slash', { shiftKey: true }), undefined],
    ['a dead key where others have a plus', pressed('Dead', 'Equal', { shiftKey: true }), undefined],
    ['a euro sign', pressed('€', 'KeyE'), undefined],
    ['Alt+ArrowLeft', pressed('ArrowLeft', 'ArrowLeft', { altKey: true }), 'back'],
    ['Alt+J of a Mac', pressed('∆', 'KeyJ', { altKey: true }), undefined],
    ['Ctrl+J', pressed('j', 'KeyJ', { ctrlKey: true }), undefined],
  ])('contains %s', (_, key, command) => {
    expect(commandOf(key)).toBe(command);
  });

  it.each([
    ['@', pressed('"', 'Digit2', { shiftKey: true }), 'mention'],
    ['/', pressed('.', 'Slash'), 'search'],
    ['?', pressed(',', 'Slash', { shiftKey: true }), 'help'],
    ['a colon where a Russian keyboard has it', pressed(':', 'Digit6', { shiftKey: true }), 'react'],
    ['a digit', pressed('2', 'Digit2'), undefined],
    ['what a Greek keyboard has for q', pressed(';', 'KeyQ'), 'filterSidebar'],
  ])('contains %s by its place on a Russian keyboard, and on no Latin one', (_, key, command) => {
    expect(commandOf(key, false)).toBe(command);
    expect(commandOf(key, true)).toBe(command === 'react' ? command : undefined);
  });

  it.each([
    ['b', 'KeyB', 'b'],
    ['B', 'KeyB', 'b'],
    ['x of a Dvorak keyboard', 'KeyB', 'x'],
    ['и', 'KeyB', 'b'],
    ['π', 'KeyP', 'p'],
    ['э', 'Quote', null],
  ])('takes %s at %s for %s beside Ctrl or Alt', (key, code, letter) => {
    expect(letterOf({ key: key.split(' ')[0]!, code })).toBe(letter);
  });

  it('tells keyboards by their letters', () => {
    expect(['ф', 'ي', 'é', 'a', '"', 'Enter'].map(isLatinLetter)).toEqual([false, false, true, true, null, null]);
  });
});
