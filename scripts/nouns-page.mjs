// The page docs/nouns.md, from the import rules of .dependency-cruiser.cjs.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './run.mjs';

const PAGE = join(root, 'docs/nouns.md');
const INTRODUCTION = `# Nouns and what they may import

Generated from \`.dependency-cruiser.cjs\` by \`npm run generate\`; do not edit. Nouns of each context, from the lowest up; in
brackets the other nouns of the context that the noun may import. A context without a section is one module.
`;

export async function nounsPage() {
  const { nouns } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
  const sections = Object.entries(nouns).map(([context, table]) => section(context, table));
  return format([INTRODUCTION, ...sections].join('\n'), { ...(await resolveConfig(PAGE)), parser: 'markdown' });
}

function section(context, table) {
  const rows = Object.entries(table).map(([noun, others]) => row(`libs/${context}/src/${noun}`, others));
  return `## ${context}\n\n${rows.join('\n')}\n`;
}

function row(folder, others) {
  return others.length === 0 ? `- \`${folder}\`` : `- \`${folder}\` (${others.join(', ')})`;
}
