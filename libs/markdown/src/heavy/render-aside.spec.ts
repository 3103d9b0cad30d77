import { render } from '../renderer';
import { renderAside } from './render-aside';

const NOBODY = { users: [], groups: [], channels: [] };

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
const longCode = Array.from({ length: 300 }, (_, line) => `let line${line} = ${line};`).join('\n');
const longFormula = Array.from({ length: 60 }, (_, at) => `\\frac{a_{${at}}}{b}`).join('+');
const count = (html: string, part: string): number => html.split(part).length - 1;

describe('renderAside', () => {
  it('equals render for cheap texts', async () => {
    const source = `**Tea** and $$x+1$$\n${fenced('js', 'let n = 1;')}`;
    expect(await renderAside(source, NOBODY)).toEqual(render(source, NOBODY));
  });

  it('colors code that render leaves uncolored', async () => {
    const source = fenced('js', longCode);
    expect(count(render(source, NOBODY).html, 'class="kd"')).toBe(0);
    expect(count((await renderAside(source, NOBODY)).html, 'class="kd"')).toBe(300);
  });

  it('renders formulas that render leaves as they are, and reports wrong ones', async () => {
    const source = [longFormula, `\\wrong{${longFormula}`].map((one) => fenced('math', one)).join('\n\n');
    expect(render(source, NOBODY).html).not.toContain('<math');
    const { html } = await renderAside(source, NOBODY);
    expect([count(html, '<math'), count(html, 'tex-error')]).toEqual([1, 1]);
  });

  it('keeps the order of cheap and costly parts', async () => {
    const source = ['js', 'python', 'rust'].map((one) => fenced(one, one === 'python' ? 'x = 1' : longCode)).join('\n');
    const { html } = await renderAside(source, NOBODY);
    const languages = Array.from(html.matchAll(/data-code-language="(\w+)"[^\n]*?<span class="(\w+)">/g), (one) =>
      one.slice(1).join(' '),
    );
    expect(languages).toEqual(['JavaScript kd', 'Python n', 'Rust kd']);
  });

  it('shows what exceeds the limit as written', async () => {
    const source = fenced('math', Array.from({ length: 5_000 }, () => 'a&').join(''));
    expect((await renderAside(source, NOBODY)).html).toContain('class="tex-error"');
  });
});
