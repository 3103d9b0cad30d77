// What both builds do with their sources.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** All files below a directory, except those below `skipped`. Paths are relative to the repository, with slashes. */
export function filesUnder(directory, skipped) {
  return readdirSync(root + directory, { withFileTypes: true }).flatMap((entry) => {
    const path = `${directory}/${entry.name}`;
    if (path === skipped) return [];
    if (entry.isDirectory()) return filesUnder(path, skipped);
    return entry.isFile() ? [path] : [];
  });
}

/**
 * Whether the build with that stamp is one of these files, and the text of a stamp for them. Files with the size and the
 * times of the stamp are not read again: most of the start of a command was that.
 */
export function compareStamp(stamp, paths) {
  const states = statesOf(paths);
  const [builtContents, builtStates] = linesOf(stamp);
  if (builtStates === states) return { isCurrent: true, text: `${builtContents}\n${states}\n` };
  const contents = contentsOf(paths);
  const text = `${contents}\n${states}\n`;
  const isCurrent = builtContents === contents;
  if (isCurrent) replace(stamp, text);
  return { isCurrent, text };
}

/** Changes with each write to any of the files. Each command asks for thousands of files, so paths are not normalised. */
function statesOf(paths) {
  const states = paths.map((path) => {
    const { size, mtimeMs, ctimeMs } = statSync(root + path);
    return `${path}\0${size} ${mtimeMs} ${ctimeMs}\0`;
  });
  return createHash('sha256').update(states.join('')).digest('hex');
}

/** Changes with the content of any of the files. */
function contentsOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

function linesOf(stamp) {
  try {
    return readFileSync(stamp, 'utf8').split('\n');
  } catch {
    return [];
  }
}

function replace(stamp, text) {
  try {
    writeFileSync(`${stamp}.${process.pid}`, text);
    renameSync(`${stamp}.${process.pid}`, stamp);
  } catch {
    // The build belongs to another account of the machine: its sources are read at each start.
  }
}
