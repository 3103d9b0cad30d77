import { escapeHtml } from '@app/kernel';
import * as fc from 'fast-check';
import { renderMailBody } from './mail-body';
import { isSingleAddress, oneLine, subjectOf } from './mail';
import { secondsUntilRetry } from './mail-sender';

describe('mail', () => {
  it('has headers of one line, for any values', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(oneLine(text)).not.toMatch(/[\r\n\0]/);
        expect(oneLine(text).isWellFormed()).toBe(true);
        expect([...subjectOf(text)].length).toBeLessThanOrEqual(200);
      }),
    );
  });

  it.each([
    ['https://evil.example/login', 'evil example/login'],
    ['join evil.example now', 'join evil example now'],
    ['@evil.example', '@evil example'],
    ['Invitation from ana@mail.example.org', 'Invitation from ana@mail.example.org'],
    ['version 1.2', 'version 1.2'],
  ])('has no link in its subject: %s', (text, subject) => {
    expect(subjectOf(text)).toBe(subject);
  });

  it('has one recipient', () => {
    for (const address of ['ana@example.org', "o'neil+chat@mail.example.org"])
      expect(isSingleAddress(address)).toBe(true);
    for (const address of ['', 'ana', 'a@b, c@d', 'a@b\nc@d', 'Ana <a@b>', 'a b@c', 'a@b;c@d', '"a"@b', 'a@'])
      expect(isSingleAddress(address)).toBe(false);
  });

  it('contains texts of users as text, not as markup', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(escapeHtml(text)).not.toMatch(/[<>"']/);
        const { html } = renderMailBody({ paragraphs: [text], quote: text, footer: [text] });
        expect(html.includes('<script')).toBe(false);
      }),
      { examples: [['<script>alert(1)</script>'], ['" onclick="']] },
    );
  });

  it('marks every line of a quote', () => {
    expect(renderMailBody({ paragraphs: ['Hello,'], quote: 'one\ntwo' }).text).toBe('Hello,\n\n> one\n> two\n');
  });

  it('is retried less and less often, and at least every six hours', () => {
    expect([0, 1, 2].map(secondsUntilRetry)).toEqual([60, 120, 240]);
    expect(secondsUntilRetry(1_000)).toBe(21_600);
  });
});
