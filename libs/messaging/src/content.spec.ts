import fc from 'fast-check';
import { MAX_MESSAGE_LENGTH, normaliseContent } from './content';
import { MessageContainsNull, MessageIsEmpty } from './errors';

const SUFFIX = '\n[message truncated]';

describe('the text of a message', () => {
  it.each([
    ['plain', 'plain'],
    ['  indented', '  indented'],
    ['\n\n  code\n\n', '  code'],
    ['kept\n\nlines', 'kept\n\nlines'],
    ['end \t\r\n', 'end'],
    ['\ud800half', '\ufffdhalf'],
  ])('%j is stored as %j', (written, stored) => {
    expect(normaliseContent(written)).toBe(stored);
  });

  it.each(['', ' ', '\n \t\n'])('treats %j as empty', (written) => {
    expect(() => normaliseContent(written)).toThrow(MessageIsEmpty);
  });

  it('refuses NUL', () => {
    expect(() => normaliseContent('a\0b')).toThrow(MessageContainsNull);
  });

  it('is cut at the limit, in code points', () => {
    const smile = '\u{1f600}';
    expect(normaliseContent(smile.repeat(MAX_MESSAGE_LENGTH))).toBe(smile.repeat(MAX_MESSAGE_LENGTH));
    const cut = normaliseContent(smile.repeat(MAX_MESSAGE_LENGTH + 1));
    expect(cut).toBe(smile.repeat(MAX_MESSAGE_LENGTH - SUFFIX.length) + SUFFIX);
  });

  it('is unchanged by a second normalisation', () => {
    const text = fc
      .string({ unit: 'binary', maxLength: 60 })
      .filter((one) => one.trimEnd() !== '' && !one.includes('\0'));
    fc.assert(
      fc.property(text, (written) => {
        if (written.trimEnd().replace(/^\n+/, '') === '') return;
        const stored = normaliseContent(written);
        expect(normaliseContent(stored)).toBe(stored);
      }),
    );
  });
});
