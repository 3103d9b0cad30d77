import * as fc from 'fast-check';
import { safeFileName, shownFileName } from './file-name';

describe('safeFileName', () => {
  it.each([
    ['plan.txt', 'plan.txt'],
    ['Mein  Urlaub — 2026.jpg', 'Mein-Urlaub-2026.jpg'],
    ['häuser & gärten.pdf', 'häuser-gärten.pdf'],
    ['фото 1.png', 'фото-1.png'],
    ['../../etc/passwd', '....etcpasswd'],
    ['..', 'uploaded-file'],
    ['．．', 'uploaded-file'],
    ['.', 'uploaded-file'],
    ['', 'uploaded-file'],
    ['???', 'uploaded-file'],
    ['a／b.txt', 'ab.txt'],
    ['<script>alert(1)</script>.html', 'scriptalert1script.html'],
    ['under_score-and.dots.tar.gz', 'under_score-and.dots.tar.gz'],
    ['a\u202Etxt.exe', 'atxt.exe'],
    ['ﬁle.txt', 'file.txt'],
  ])('turns %j into %j', (given, expected) => expect(safeFileName(given)).toBe(expected));

  it('cuts long names at 255 bytes and keeps the extension', () => {
    const name = safeFileName(`${'ö'.repeat(300)}.png`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^ö+\.png$/);
    expect(safeFileName('x'.repeat(400))).toBe('x'.repeat(255));
  });

  it('is always a single path segment, and unchanged by a second call', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (given) => {
        const name = safeFileName(given);
        expect(name).toMatch(/^[\p{L}\p{M}\p{N}_.-]+$/u);
        expect(['.', '..']).not.toContain(name);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      }),
    );
  });
});

describe('shownFileName', () => {
  it("keeps the owner's name without characters that break lines or databases", () => {
    expect(shownFileName('my "plan" <1>.txt')).toBe('my "plan" <1>.txt');
    expect(shownFileName('a\0b\nc.txt')).toBe('abc.txt');
    expect(shownFileName('\r\n')).toBe('uploaded-file');
  });
});
