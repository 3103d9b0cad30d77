import { cpuMsOf } from '../../../../test/support/cpu-time';
import { markableText, visibleText, withMarks } from './visible-text';

describe('visibleText', () => {
  it('keeps the position of each character of text', () => {
    const html = '<p>A &amp; <a href="https://b.example/?c&amp;d">E</a></p>';
    const text = visibleText(html);
    expect(text).toHaveLength(html.length);
    expect(text.trim().split(/\s+/)).toEqual(['A', 'E']);
    expect(text.indexOf('E')).toBe(html.indexOf('E'));
  });

  it('ignores words in names of entities', () => {
    expect(visibleText('&lt;amp&gt; &#x27;quot&#39;').trim().split(/\s+/)).toEqual(['amp', 'quot']);
  });

  it('takes linear time', async () => {
    const took = await cpuMsOf(() => {
      for (const part of ['<', '&', '&#', '<math', '<math>', '</math>', '&amp']) markableText(part.repeat(20_000));
    });
    expect(took).toBeLessThan(3_000);
  });
});

describe('markableText', () => {
  it('omits formulas, which are no text for readers', () => {
    expect(markableText('<math><mi>x</mi></math>y').trim()).toBe('y');
  });
});

describe('withMarks', () => {
  it('puts marks around each position and changes nothing else', () => {
    const places = [
      { start: 0, end: 1 },
      { start: 2, end: 3 },
    ];
    expect(withMarks('abcd', places)).toBe('<span class="highlight">a</span>b<span class="highlight">c</span>d');
    expect(withMarks('abcd', [])).toBe('abcd');
  });
});
