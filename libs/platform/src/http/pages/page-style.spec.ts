import { readFileSync } from 'node:fs';
import { STYLE } from './page-style';

const TOKENS = readFileSync('apps/web/src/styles/tokens.css', 'utf8');

/** The colours between two places, by name. */
function coloursIn(css: string, from: string, to: string): Record<string, string> {
  const begin = css.indexOf(from);
  const part = css.slice(begin, css.indexOf(to, begin));
  return Object.fromEntries([...part.matchAll(/(--color-[\w-]+): (#\w+)/g)].map(([, name, value]) => [name, value]));
}

describe('the style of the pages of the server', () => {
  it.each([
    ['light', 'color-scheme: light', '--radius'],
    ['dark', 'color-scheme: dark', '--shadow'],
  ])('has the %s colours of the browser client', (_, from, to) => {
    const own = coloursIn(STYLE, from, to);
    expect(Object.keys(own).length).toBeGreaterThan(10);
    expect(coloursIn(TOKENS, from, '--shadow')).toMatchObject(own);
  });

  it('uses no colour that is not defined', () => {
    const used = [...STYLE.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name!);
    expect(used.filter((name) => !STYLE.includes(`${name}: `))).toEqual([]);
  });
});
