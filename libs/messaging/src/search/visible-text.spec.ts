import { markableText, visibleText, withMarks } from './visible-text';

describe('visibleText', () => {
  it('leaves each character of text where it stands', () => {
    const html = '<p>A &amp; <a href="https://b.example/?c&amp;d">E</a></p>';
    const text = visibleText(html);
    expect(text).toHaveLength(html.length);
    expect(text.trim().split(/\s+/)).toEqual(['A', 'E']);
    expect(text.indexOf('E')).toBe(html.indexOf('E'));
  });

  it('knows no words in names of characters', () => {
    expect(visibleText('&lt;amp&gt; &#x27;quot&#39;').trim().split(/\s+/)).toEqual(['amp', 'quot']);
  });

  it('takes any text in a time that grows with its length alone', () => {
    const began = performance.now();
    for (const part of ['<', '&', '&#', '<math', '<math>', '</math>', '&amp']) markableText(part.repeat(20_000));
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});

describe('markableText', () => {
  it('leaves formulas out: what stands in them is no text to readers', () => {
    expect(markableText('<math><mi>x</mi></math>y').trim()).toBe('y');
  });
});

describe('withMarks', () => {
  it('puts each place between marks and changes nothing else', () => {
    const places = [
      { start: 0, end: 1 },
      { start: 2, end: 3 },
    ];
    expect(withMarks('abcd', places)).toBe('<span class="highlight">a</span>b<span class="highlight">c</span>d');
    expect(withMarks('abcd', [])).toBe('abcd');
  });
});
