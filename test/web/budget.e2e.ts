import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes with gzip. */
const MOST = { js: 110_000, css: 25_000 };

const DIST = join(__dirname, '../../dist/web');

describe('the first view in a browser', () => {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8');

  it.each(['js', 'css'] as const)('is within the budget: %s', (kind) => {
    const names = Array.from(page.matchAll(/(?:src|href)="\/app\/([^"]+)"/g), ([, name]) => name!);
    const files = names.filter((name) => name.endsWith(`.${kind}`));
    expect(files.length).toBeGreaterThan(0);
    const bytes = files.reduce((sum, name) => sum + readFileSync(join(DIST, `${name}.gz`)).length, 0);
    expect(bytes).toBeLessThanOrEqual(MOST[kind]);
  });
});
