import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../server-process';

/** A build of the server that can be started. */
export interface Version {
  readonly name: string;
  readonly main: string;
}

const MAIN = 'dist/apps/server/src/main.js';
/** The version that the next build reports to clients. */
export const NEXT_VERSION = '99.0';
/** A kind of events that only the next version knows. */
export const NEXT_KIND = 'kind_of_the_next_version';

/** The build of this tree. */
export const ofTheTree = (): Version => ({ name: 'the tree', main: join(ROOT, MAIN) });

/** The build of an older commit, made in `directory` with the packages that are installed here. */
export function ofRevision(revision: string, directory: string): Version {
  prepare(directory);
  const archive = execFileSync('git', ['archive', revision], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '--exclude', 'node_modules', '-C', directory], { input: archive });
  const build = `await (await import('./scripts/build.mjs')).ensureBuilt({ force: true })`;
  execFileSync(process.execPath, ['--input-type=module', '-e', build, 'build'], { cwd: directory, stdio: 'pipe' });
  return { name: revision, main: join(directory, MAIN) };
}

/**
 * A successor of this tree: a copy of its build that reports another version, knows one more kind of events, and has
 * two more migrations, of which one expands the schema and the other fills new columns, in batches.
 */
export function ofTheFuture(directory: string): Version {
  prepare(directory);
  cpSync(join(ROOT, 'dist'), join(directory, 'dist'), { recursive: true, filter: (path) => !path.endsWith('.map') });
  const change = (path: string, before: RegExp, after: string) => {
    const file = join(directory, 'dist', path);
    const text = readFileSync(file, 'utf8');
    if (!before.test(text)) throw new Error(`${path} does not hold ${before.source} any more.`);
    writeFileSync(file, text.replace(before, after));
  };
  change('libs/kernel/src/version.js', /(?<=ZULIP_VERSION = ')[^']+/, NEXT_VERSION);
  change(
    'libs/realtime/src/event-log/registry.service.js',
    /kinds = new Map\(\)/,
    `kinds = new Map([['${NEXT_KIND}', ${NEXT_SHAPE}]])`,
  );
  change('migrations/index.js', /$/, `\nexports.migrations.push(...require('./next.js'));\n`);
  writeFileSync(join(directory, 'dist/migrations/next.js'), NEXT_MIGRATIONS);
  return { name: 'the next version', main: join(directory, MAIN) };
}

function prepare(directory: string): void {
  mkdirSync(directory, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
}

const NEXT_SHAPE = `{
  kind: '${NEXT_KIND}', type: 'message', variant: () => '', shape: (payload) => ({ type: 'novelty', ...payload }) }`;

const NEXT_MIGRATIONS = `
class NextExpand9000000000001 {
  async up(runner) {
    await runner.query('ALTER TABLE message ADD COLUMN length integer');
  }
}
class NextFill9000000000002 {
  transaction = false;
  async up(runner) {
    const [{ last }] = await runner.query('SELECT max(id) AS last FROM message');
    for (let filled = 1; filled > 0;) {
      const rows = await runner.query(
        \`WITH batch AS (SELECT id FROM message WHERE length IS NULL AND id <= $1 ORDER BY id LIMIT 500 FOR UPDATE SKIP LOCKED)
         UPDATE message m SET length = length(m.content) FROM batch WHERE m.id = batch.id RETURNING m.id\`, [last]);
      filled = rows[1];
    }
  }
}
module.exports = [NextExpand9000000000001, NextFill9000000000002];
`;
