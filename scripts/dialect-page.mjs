// The page docs/markdown.md, from the table that the tests of the dialect go through.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './run.mjs';

const TABLE = join(root, 'libs/markdown/src/testing/dialect-table.json');
const PAGE = join(root, 'docs/markdown.md');
const INTRODUCTION = `# The dialect

Generated from \`libs/markdown/src/testing/dialect-table.json\` by \`npm run generate\`; do not edit. Every row is a test.

What people write, and the HTML that clients get for it. The rows take place in a bakery at \`https://chat.rye.example\`, whose
members, channels, files and emoji are those of \`libs/markdown/src/testing/sample-references.ts\`. How the kinds of syntax follow each
other is the list in \`libs/markdown/src/renderer.ts\`.
`;

export async function dialectPage() {
  const sections = JSON.parse(readFileSync(TABLE, 'utf8'));
  const text = [INTRODUCTION, ...sections.map(({ title, rows }) => `## ${title}\n\n${rows.map(example).join('\n')}`)];
  return format(text.join('\n'), {
    ...(await resolveConfig(PAGE)),
    parser: 'markdown',
    embeddedLanguageFormatting: 'off',
  });
}

function example({ note, source, html }) {
  return `${note[0].toUpperCase()}${note.slice(1)}:\n\n${fenced(source)}\n${fenced(html)}`;
}

/** Longer than any fence inside. */
function fenced(text) {
  return `\`\`\`\`\`\n${text}\n\`\`\`\`\`\n`;
}
