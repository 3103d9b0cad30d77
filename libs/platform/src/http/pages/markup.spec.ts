import { html, wordsIn } from './markup';

const { said, translated } = wordsIn({
  '{0} invites {1}': '{1} wird von {0} eingeladen',
  'It is "over"': 'Es ist „vorbei“',
  'Too weak (why: {0})': 'Zu schwach (weil {0})',
  easy: 'leicht',
});

describe('Words of pages', () => {
  it('inserts pieces where the language has them, escaped', () => {
    const sentence = said('{0} invites {1}', html`<b>${'A & B'}</b>`, 'Kim <k>');
    expect(sentence.textIn('en')).toBe('<b>A &amp; B</b> invites Kim &lt;k&gt;');
    expect(sentence.textIn('de')).toBe('Kim &lt;k&gt; wird von <b>A &amp; B</b> eingeladen');
  });

  it('leaves texts that it does not know as they are, and escapes them', () => {
    expect(translated('It is "over"').textIn('de')).toBe('Es ist „vorbei“');
    expect(translated('<i>').textIn('de')).toBe('&lt;i&gt;');
    expect(translated('toString').textIn('de')).toBe('toString');
  });

  it('finds a text in a sentence with places, and translates what stands there', () => {
    expect(translated('Too weak (why: easy)').textIn('de')).toBe('Zu schwach (weil leicht)');
    expect(translated('Too weak (why: <i>)').textIn('de')).toBe('Zu schwach (weil &lt;i&gt;)');
    expect(translated('Ana invites Kim').textIn('de')).toBe('Kim wird von Ana eingeladen');
    expect(translated('Too weak (why: )').textIn('de')).toBe('Too weak (why: )');
  });

  it('refuses a sentence without the places of its English', () => {
    expect(() => wordsIn({ 'Hello, {0}': 'Hallo' })).toThrow('Other places in German');
  });
});
