import { render } from './renderer';
import SECTIONS from './testing/dialect-table.json';
import { faultsIn } from './testing/html-reader';
import { emojiReferences, fullReferences } from './testing/sample-references';

/** The table is also the page docs/markdown.md. */
describe.each(SECTIONS)('$title', ({ title, rows }) => {
  const references = title.includes('faces translated') ? emojiReferences : fullReferences;

  it.each(rows)('$note', ({ source, html }) => {
    expect(render(source, references).html).toBe(html);
    expect(faultsIn(html)).toEqual([]);
  });
});
