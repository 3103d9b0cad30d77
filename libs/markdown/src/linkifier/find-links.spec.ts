import { findLinks } from './find-links';

describe('addresses in a topic', () => {
  it.each([
    ['nothing here', []],
    ['see https://ex.org/a.', [{ text: 'https://ex.org/a', url: 'https://ex.org/a' }]],
    [
      'ex.org and http://b.org',
      [
        { text: 'ex.org', url: 'https://ex.org' },
        { text: 'http://b.org', url: 'http://b.org' },
      ],
    ],
    ['mail ana@ex.org', []],
    ['✔ readme.md', []],
  ])('%s', (topic, links) => expect(findLinks(topic)).toEqual(links));
});
