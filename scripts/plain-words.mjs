// Part of npm run gate: comments, titles of tests and pages name the user, the caller or the request, not "he" or "nobody"
// (CONTRIBUTING.md). Words in backticks or quotes are names, such as `role:nobody`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './run.mjs';

const WORD =
  /\b(he|she|him|his|hers?|himself|herself|oneself|whoever|whomever|nobody|somebody|everybody|anybody|one[’']s)\b/i;
const QUOTED = /`[^`]*`|"[^"]*"|'[^'\s]*'|\w+:\w+|@param \w+/g;
const SOURCES = ['apps', 'bench', 'libs', 'migrations', 'packages', 'scripts', 'test'];
const EXEMPT = /^docs\/(api-coverage\.md|markdown\.md)|\/generated\/|\/dist\//;
const FEWEST_FILES = 1_500;
const TITLED = /^(describe|it|test)\b/;

const files = execFileSync('git', ['ls-files', ...SOURCES, 'docs', ':(glob)*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|cjs|md)$/.test(file) && !EXEMPT.test(file));

/** The places in comments and pages where a pronoun stands for a user, as `file:line has "word"`. */
export function findRiddles() {
  if (files.length < FEWEST_FILES) throw new Error(`Only ${files.length} files were found.`);
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const lines = (file.endsWith('.md') ? text : wordsOf(text)).replace(/^```[\s\S]*?^```/gm, blank).split('\n');
    return lines.flatMap((line, at) => {
      const word = line.replace(QUOTED, blank).match(WORD);
      return word ? [`${file}:${at + 1} has "${word[0]}"`] : [];
    });
  });
}

/** The source with everything but its comments and the titles of its tests blanked, so that line numbers stay. */
function wordsOf(text) {
  if (!new RegExp(WORD, 'i').test(text)) return '';
  const source = ts.createSourceFile('file.tsx', text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX);
  const ranges = [];
  const visit = (node) => {
    ranges.push(
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
      ...titleOf(node, source),
    );
    ts.forEachChild(node, visit);
  };
  visit(source);
  const kept = [...ranges].sort((one, other) => one.pos - other.pos);
  let result = '';
  for (const { pos, end } of kept) {
    if (pos < result.length) continue;
    result += blank(text.slice(result.length, pos)) + text.slice(pos, end);
  }
  return result;
}

/** The text of a title, without its quotes. */
function titleOf(node, source) {
  if (!ts.isCallExpression(node) || !TITLED.test(node.expression.getText(source))) return [];
  const [title] = node.arguments;
  return title && ts.isStringLiteralLike(title) ? [{ pos: title.getStart(source) + 1, end: title.end - 1 }] : [];
}

function blank(text) {
  return text.replace(/[^\n]/g, ' ');
}
