import { findReferences } from '../find-references';
import { References, RenderingOrganization } from '../references';
import { render, Rendered } from '../renderer';
import { fullReferences } from '../testing/sample-references';

const ROLL = '/user_uploads/2/ab/K/roll.png';
const organization = fullReferences.organization!;
const withSettings = (settings: Partial<RenderingOrganization>): References => ({
  ...fullReferences,
  organization: { ...organization, ...settings },
});
const html = (source: string, references = fullReferences): string => render(source, references).html;
const shown = (source: string, references = fullReferences): string[] =>
  Array.from(html(source, references).matchAll(/ src="([^"]*)"/g), ([, src]) => src);
const pictures = (count: number): string[] => Array.from({ length: count }, (_, at) => `https://rye.example/${at}.png`);

describe('previews', () => {
  it('follow their paragraphs, in the order of the links', () => {
    const source = `${pictures(2).join(' and ')}\n\nrye\n\n# hot https://rye.example/2.png\n\noat`;
    const skeleton = html(source, withSettings({ externalImageProxy: undefined })).replace(/<a .*?<\/a>/g, 'A');
    expect(skeleton).toBe(
      '<p>A and A</p>\n<div class="message_inline_image">A</div><div class="message_inline_image">A</div>' +
        '<p>rye</p>\n<h1>hot A</h1>\n<div class="message_inline_image">A</div><p>oat</p>',
    );
  });

  it('replace a paragraph or an item that contains only the address', () => {
    const picture = html(pictures(1)[0]);
    expect(picture).toMatch(
      /^<div class="message_inline_image"><a href="https:\/\/rye\.example\/0\.png"><img [^>]*><\/a><\/div>$/,
    );
    expect(html(`rye\n\n${pictures(1)[0]}\n\noat`)).toBe(`<p>rye</p>\n${picture}<p>oat</p>`);
    expect(html(`* ${pictures(1)[0]}`)).toBe(`<ul>\n<li>${picture}</li>\n</ul>`);
    expect(html(`* rye\n\n* ${pictures(1)[0]}`)).toBe(`<ul>\n<li>\n<p>rye</p>\n</li>\n<li>\n${picture}</li>\n</ul>`);
    expect(html(`**${pictures(1)[0]}**`)).toContain(`</strong></p>\n${picture}`);
  });

  it('are shown once for each address', () => {
    expect(shown(`${pictures(1)[0]} ${pictures(1)[0]}\n\n${pictures(1)[0]}`)).toHaveLength(1);
  });

  it('are shown for 24 addresses, and for none of more', () => {
    expect(shown(pictures(24).join(' '))).toHaveLength(24);
    expect(shown(pictures(25).join(' '))).toEqual([]);
    expect(shown(`${pictures(24).join(' ')}\n\n> ${pictures(25).at(-1)}`)).toHaveLength(24);
    expect(shown(`${pictures(24).join(' ')} ${pictures(24).join(' ')}`)).toHaveLength(24);
  });

  it('are not shown in quotes and code', () => {
    expect(shown(`> ${pictures(1)[0]}\n\n\`${pictures(1)[0]}\`\n\n> * [a](${ROLL})`)).toEqual([]);
  });

  it('follow the settings of the organization', () => {
    const source = `[a](${ROLL}) ${pictures(1)[0]} https://youtu.be/dQw4w9WgXcQ https://vimeo.com/76979871 https://rye.example/menu`;
    const kinds = (settings: Partial<RenderingOrganization>): string[] =>
      Array.from(html(source, withSettings(settings)).matchAll(/<div class="([^"]*)"><a/g), ([, kind]) => kind);
    const image = 'message_inline_image';
    expect(kinds({})).toEqual([
      image,
      image,
      `youtube-video ${image}`,
      `embed-video ${image}`,
      'message_embed',
      'message_embed_title',
    ]);
    expect(kinds({ previewsLinks: false })).toEqual([image, image, `youtube-video ${image}`]);
    expect(kinds({ previewsImages: false })).toEqual([`embed-video ${image}`, 'message_embed', 'message_embed_title']);
    expect(kinds({ previewsImages: false, previewsLinks: false })).toEqual([]);
    expect(html(source, { ...fullReferences, organization: undefined })).not.toContain('<div');
  });

  it('load from other sites only without a proxy', () => {
    expect(shown(pictures(1)[0], withSettings({ externalImageProxy: undefined }))).toEqual(pictures(1));
  });

  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'dQw4w9WgXcQ'],
    ['https://m.youtube.com/watch?t=3&v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ?x', 'dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?t=3', 'dQw4w9WgXcQ'],
    ['https://youtube.com.rye.example/watch?v=dQw4w9WgXcQ', undefined],
    ['https://www.youtube.com/playlist?list=dQw4w9WgXcQ', undefined],
    ['https://www.youtube.com/watch?v=short', undefined],
  ])('support the video of %s: %s', (address, id) => {
    expect(/data-id="([^"]*)"/.exec(html(address))?.[1]).toBe(id);
  });

  it.each([
    ['https://en.wikipedia.org/wiki/File:Roll.png', 'https://en.wikipedia.org/wiki/Special:FilePath/Roll.png'],
    ['https://github.com/rye/oat/blob/main/roll.png', 'https://github.com/rye/oat/raw/main/roll.png'],
    ['https://rye.example/roll.PNG?size=2', 'https://rye.example/roll.PNG?size=2'],
  ])('find the image of %s', (address, src) => {
    expect(shown(address, withSettings({ externalImageProxy: undefined }))).toEqual([src]);
  });

  it.each([
    'https://rye.example/roll.svg',
    'https://rye.example/roll.png/menu',
    'ftp://rye.example/roll.png',
    'https://rye.example/?a=roll.png',
  ])('find no image behind %s', (address) => expect(shown(address)).toEqual([]));

  it('replace the bare address of a video by its title, but no text of a link', () => {
    const previews = new Map([
      ['https://youtu.be/dQw4w9WgXcQ', { kind: 'card', title: 'Rolls', description: null, imageUrl: null } as const],
    ]);
    expect(html('https://youtu.be/dQw4w9WgXcQ', { ...fullReferences, previews })).toContain('>YouTube - Rolls</a>');
    expect(html('[film](https://youtu.be/dQw4w9WgXcQ)', { ...fullReferences, previews })).toContain('>film</a>');
  });

  it.each([
    '<script>alert(1)</script>',
    '<iframe src="http://rye.example"></iframe>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe src="https://rye.example" srcdoc="<script>"></iframe><script>alert(1)</script>',
    "<iframe src='https://rye.example'></iframe>",
  ])('embed only frames of secure pages: %s', (embedHtml) => {
    const preview = { kind: 'video', title: null, embedHtml, thumbnailUrl: 'https://rye.example/1.png' } as const;
    expect(
      html('https://rye.example/film', {
        ...fullReferences,
        previews: new Map([['https://rye.example/film', preview]]),
      }),
    ).toBe('<p><a href="https://rye.example/film">https://rye.example/film</a></p>');
  });
});

describe('the media of a rendering', () => {
  const tells = (
    source: string,
    references = fullReferences,
  ): Pick<Rendered, 'hasImage' | 'uploads' | 'previewable'> => {
    const { hasImage, uploads, previewable } = render(source, references);
    return { hasImage, uploads, previewable };
  };
  const none = { hasImage: false, uploads: [], previewable: [] };

  it.each([
    ['nothing', 'rye', none],
    ['a link to an image', `[a](${ROLL})`, { ...none, hasImage: true, uploads: ['2/ab/K/roll.png'] }],
    ['an image in the text', `![a](${ROLL})`, { ...none, hasImage: true, uploads: ['2/ab/K/roll.png'] }],
    ['a sound', '![a](/user_uploads/2/ab/K/song.mp3)', { ...none, uploads: ['2/ab/K/song.mp3'] }],
    ['an upload in a quote', `> [a](${ROLL})`, { ...none, uploads: ['2/ab/K/roll.png'] }],
    [
      'an upload of our own host',
      `https://chat.rye.example${ROLL}`,
      { ...none, hasImage: true, uploads: ['2/ab/K/roll.png'] },
    ],
    ['an upload of another host', `https://oat.example${ROLL}`, { ...none, hasImage: true }],
    ['a failed image', '[a](/user_uploads/2/ab/K/broken.png)', { ...none, uploads: ['2/ab/K/broken.png'] }],
    ['an external image', pictures(1)[0], { ...none, hasImage: true }],
    ['a file in code', `\`${ROLL}\``, none],
    [
      'pages',
      'https://b.example https://a.example/x [b](https://b.example)',
      { ...none, previewable: ['https://b.example', 'https://a.example/x'] },
    ],
    ['a page in a quote', '> https://b.example', none],
    ['a page of this organization', 'https://chat.rye.example/help https://chat.rye.example', none],
  ])('%s', (_name, source, expected) => expect(tells(source)).toEqual(expected));

  it('contain no address when previews are disabled or too many', () => {
    expect(tells('https://b.example', withSettings({ previewsLinks: false }))).toEqual(none);
    expect(tells(Array.from({ length: 25 }, (_, at) => `https://b.example/${at}`).join(' '))).toEqual(none);
  });
});

describe('the lookups of a rendering', () => {
  it('contain each linked upload, by its path', () => {
    const source = `[a](${ROLL}) https://chat.rye.example/user_uploads/2/c/D/f%C3%A9.txt user_uploads/2/x/Y/n.png. /user_uploads/thumbnail/2/x/Y/n.png/a.webp`;
    expect(findReferences(source).uploads).toEqual(['2/ab/K/roll.png', '2/c/D/fé.txt', '2/x/Y/n.png.', '2/x/Y/n.png']);
  });

  it('contain each page with a preview', () => {
    const source =
      'rye.org [a](https://rye.example/a_(b) "c") https://oat.example/x. `https://code.example` mailto:a@b.org';
    expect(findReferences(source).previewable).toEqual([
      ...['http://rye.org', 'https://rye.example/a_(b)', 'https://oat.example/x'],
    ]);
  });
});
