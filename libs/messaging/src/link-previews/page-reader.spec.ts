import * as fc from 'fast-check';
import { cpuMsOf } from '../../../../test/support/cpu-time';
import { asVideo } from './embedded-video';
import { decodePage, PageReader } from './page-reader';

const AT = 'https://site.example/dir/page';
const picture = '<meta property="og:image" content="/p.png">';
function card(html: string) {
  const reader = new PageReader();
  for (let at = 0; at < html.length; at += 1_000) reader.read(html.slice(at, at + 1_000));
  return reader.card(AT);
}

describe('the preview of a page', () => {
  it('contains the metadata that the page provides for previews', () => {
    const html = `<html><head><title>Plain</title><meta name="description" content="plain">
      <meta property="og:title" content="Graph &amp; more"><meta property="og:description" content=" two
      lines "><meta property="og:image" content="p.png"></head></html>`;
    expect(card(html)).toEqual({
      kind: 'card',
      title: 'Graph & more',
      description: 'two lines',
      imageUrl: 'https://site.example/dir/p.png',
    });
  });

  it.each([
    [
      'what other networks read',
      '<meta name="twitter:title" content="T"><meta name="twitter:description" content="D">',
    ],
    ['the words of the page', '<title>T</title><META NAME="Description" CONTENT="D">'],
    ['unclosed and odd markup', '<title>T</title><p><meta name=description content=D <b>'],
  ])('else %s', (_, html) => {
    expect(card(picture + html)).toMatchObject({ title: 'T', description: 'D' });
  });

  it('takes the first value of each, and nothing after the head', () => {
    const html = `${picture}<title>first</title><title>second</title></head><body><meta name="description" content="late">`;
    expect(card(html)).toEqual({
      kind: 'card',
      title: 'first',
      description: null,
      imageUrl: 'https://site.example/p.png',
    });
  });

  it('is empty without a picture', () => {
    expect(card('<title>T</title>')).toEqual({ kind: 'nothing' });
    expect(card('')).toEqual({ kind: 'nothing' });
  });

  it.each([
    'http://site.example/p.png',
    'https://10.0.0.1/p.png',
    'https://[::1]/p.png',
    'https://router/p.png',
    'javascript:x',
    'https://a@b.example/',
    'https://b.example:444/',
  ])('shows no picture from %s', (address) =>
    expect(card(`<meta property="og:image" content="${address}">`)).toEqual({ kind: 'nothing' }),
  );

  it('is short', () => {
    const { title, description } = card(
      `${picture}<title>${'ä😀'.repeat(5_000)}</title><meta name="description" content="${'x '.repeat(9_000)}">`,
    ) as {
      title: string;
      description: string;
    };
    expect([...title]).toHaveLength(200);
    expect(title.endsWith('😀…') || title.endsWith('ä…')).toBe(true);
    expect([...description].length).toBeLessThanOrEqual(400);
  });

  it('can always be stored in the database', () => {
    const piece = fc.constantFrom(
      '<title>',
      '</title>',
      '<meta name="description" content="',
      '">',
      '\0',
      '\ud800',
      '&#xD800;',
      '&#0;',
      '<',
      '>',
      'x',
      '<head>',
      '</head>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = JSON.stringify(card(picture + pieces.join('')));
        expect(text).not.toMatch(/\\u0000|\\ud[89a-f]/i);
      }),
    );
  });

  it('is parsed quickly from a megabyte of nonsense', async () => {
    const took = await cpuMsOf(() => {
      for (const part of ['<', '<meta ', '<meta name="a" content="', '&amp;', '<title>', '<a b=c>'])
        card(part.repeat(Math.floor(1_000_000 / part.length)));
    });
    expect(took).toBeLessThan(3_000);
  });
});

describe('the text of a page', () => {
  it.each([
    ['in the set that its answer names', Buffer.from('\xe4', 'latin1'), 'iso-8859-1', 'ä'],
    [
      'in the set that it names itself',
      Buffer.from('<meta charset="koi8-r">\xc1', 'latin1'),
      null,
      '<meta charset="koi8-r">а',
    ],
    ['as UTF-8 where nobody names one', Buffer.from('ä'), null, 'ä'],
    ['as UTF-8 where nobody knows the name', Buffer.from('ä'), 'x-unknown', 'ä'],
  ])('is read %s', (_, body, named, text) => expect(decodePage(body, named)).toBe(text));
});

describe('a video', () => {
  const shown = { kind: 'card' as const, title: 'T', description: null, imageUrl: 'https://i.example/p.jpg' };

  it('is embedded if the address is that of a known player', () => {
    expect(asVideo('https://vimeo.com/123456', shown)).toEqual({
      kind: 'video',
      title: 'T',
      embedHtml: expect.stringContaining('src="https://player.vimeo.com/video/123456"'),
      thumbnailUrl: 'https://i.example/p.jpg',
    });
  });

  it.each([
    'https://vimeo.com/about',
    'https://vimeo.com.evil.example/123',
    'http://vimeo.com/1x',
    'https://evil.example/https://vimeo.com/1',
  ])('is absent for %s', (url) => expect(asVideo(url, shown)).toBe(shown));
});
