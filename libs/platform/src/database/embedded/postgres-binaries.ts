import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresUnavailable } from './embedded-postgres.errors';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

interface Link {
  source: string;
  target: string;
}

/**
 * Finds the PostgreSQL that npm installed for this platform and makes it runnable.
 *
 * @throws EmbeddedPostgresUnavailable where there is none
 */
export function findPostgresBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`;
  const root = packageRoot(`@embedded-postgres/${platform}`);
  if (!root) throw new EmbeddedPostgresUnavailable(`There is no embedded PostgreSQL for ${platform} here.`);
  if (process.platform === 'linux' && !runsOnGlibc()) {
    throw new EmbeddedPostgresUnavailable('The embedded PostgreSQL needs a Linux with glibc.');
  }

  hydrateLinks(root);
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
}

function packageRoot(name: string): string | undefined {
  try {
    return dirname(dirname(require.resolve(name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** A dynamically linked program on glibc has its loader mapped; that is much cheaper to see than a process report. */
function runsOnGlibc(): boolean {
  return !/\/ld-musl-/.test(readFileSync('/proc/self/maps', 'utf8'));
}

/**
 * npm packages cannot carry symbolic links: the package lists its libraries' links and its install script makes them.
 * Where install scripts are switched off we make them here.
 */
function hydrateLinks(root: string): void {
  const links = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as Link[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    link(basename(source), path);
  }
}

function link(to: string, path: string): void {
  try {
    symlinkSync(to, path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST') return;
    if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM') throw error;
    throw new EmbeddedPostgresUnavailable(
      `The embedded PostgreSQL lacks the link ${path} and may not make it; run "npm rebuild" as the owner of node_modules.`,
    );
  }
}
