// Part of npm run gate: every file, section and npm script that the pages name exists.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './run.mjs';

const FEWEST_NAMES = 600;
const PATH = /`((?:apps|bench|deploy|docs|libs|migrations|packages|scripts|test|\.ci)\/[\w./-]+)`/g;
const FILE = /`([\w.-]+\.(?:ts|tsx|mjs|cjs|md|svg))`/g;
const LINK = /\]\((?![a-z]+:)([^)\s]+)\)/g;
const SCRIPT = /`npm run ([\w:-]+)/g;
/** Pages of what was, and pages made of rendered messages. */
const EXEMPT = /^(CHANGELOG\.md|bench\/results\/.*|docs\/(api-coverage|markdown)\.md)$/;
/** The context that `docs/modules.md` makes up. */
const EXAMPLE = /^libs\/welcome\//;

/**
 * What the pages name and what is not there, as `page names what`. A run that finds far fewer names than there are proves
 * nothing and fails.
 */
export function missingPaths() {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
  const files = new Set(tracked.map((path) => basename(path)));
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const pages = tracked.filter((path) => path.endsWith('.md') && !EXEMPT.test(path));
  const named = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const prose = text.replace(/`[^`\n]*`/g, '');
    const found = (pattern, isThere, within = text) =>
      namesIn(within, pattern).map((name) => ({ page, name, isThere }));
    return [
      ...found(PATH, (path) => EXAMPLE.test(path) || existsSync(join(root, path))),
      ...found(FILE, (file) => files.has(file)),
      ...found(SCRIPT, (script) => script in scripts),
      ...found(LINK, (link) => leadsSomewhere(page, link), prose),
    ];
  });
  if (named.length < FEWEST_NAMES) throw new Error(`Only ${named.length} names were found in ${pages.length} pages.`);
  return named.filter(({ name, isThere }) => !isThere(name)).map(({ page, name }) => `${page} names ${name}`);
}

const namesIn = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

function leadsSomewhere(page, link) {
  const [path, section] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return false;
  return section === undefined || sectionsOf(target).includes(section);
}

/** The names that headings have in addresses. */
const sectionsOf = (page) =>
  namesIn(readFileSync(join(root, page), 'utf8'), /^#+ (.*)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
