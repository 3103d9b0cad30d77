// Part of npm run gate: no value gets its type from a cast through `unknown`, or to `any` or `never`, which the compiler
// does not check. Tests are free to.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './run.mjs';

/** One cast in each of these files, because a library says less than it does. */
const REASONS = {
  'apps/web/src/ui/Html.tsx': 'the types of the DOM have no TrustedHTML',
  'libs/platform/src/database/connections/pooled-client.ts': 'no one signature has all the overloads of pg',
  'libs/platform/src/http/responses/written-json.ts':
    'Fastify sends a stream that a serializer returns, and declares a text',
};
const SOURCES = ['apps', 'libs', 'migrations', 'packages'];
const FEWEST_FILES = 2_000;
const UNCHECKED = [ts.SyntaxKind.AnyKeyword, ts.SyntaxKind.NeverKeyword];

const isCast = (node) => ts.isAsExpression(node) || ts.isTypeAssertionExpression(node);

const isUnchecked = (node) =>
  isCast(node) &&
  (UNCHECKED.includes(node.type.kind) ||
    (isCast(node.expression) && node.expression.type.kind === ts.SyntaxKind.UnknownKeyword));

/** The unchecked casts without a reason, and the reasons without a cast. */
export function findUncheckedCasts() {
  const files = execFileSync('git', ['ls-files', ...SOURCES], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /(?<!\.spec)\.tsx?$/.test(file));
  if (files.length < FEWEST_FILES) throw new Error(`Only ${files.length} files were found.`);
  return files.flatMap((file) => {
    const places = castsIn(readFileSync(join(root, file), 'utf8'));
    const permitted = file in REASONS ? 1 : 0;
    if (places.length < permitted) return [`${file} has no unchecked cast now; remove its reason`];
    return places.slice(permitted).map((line) => `${file}:${line} has an unchecked cast`);
  });
}

/** The lines of the unchecked casts. */
function castsIn(text) {
  if (!/\b(any|never|unknown)\b/.test(text)) return [];
  const source = ts.createSourceFile('file.tsx', text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX);
  const lines = [];
  const visit = (node) => {
    if (isUnchecked(node)) lines.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}
