// Makes node_modules match package-lock.json; does nothing, and needs no network, when it does already.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, root, runOrExit } from './run.mjs';

const STAMP = join(root, 'node_modules/.parley-install');
const OLDEST_NODE = [20, 19];

export async function ensureInstalled() {
  checkNode();
  const wanted = wantedStamp();
  if (existsSync(STAMP) ? readFileSync(STAMP, 'utf8') === wanted : matchesLockfile()) return;

  console.error('Installing the packages of package-lock.json (once; this needs the network)...');
  const args = ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath ?? '';
  // The npm that started this script, even if it is not on the PATH. Its output goes to stderr: stdout is for this
  // program.
  const viaNode = basename(npm) === 'npm-cli.js';
  const stdio = ['ignore', 2, 2];
  await runOrExit(viaNode ? process.execPath : 'npm', viaNode ? [npm, ...args] : args, { stdio });
  writeFileSync(STAMP, wanted);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  fail(`Parley needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
}

function wantedStamp() {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return `${lockfile} node${process.versions.node.split('.')[0]} ${process.platform}-${process.arch}\n`;
}

/**
 * Whether `npm ci` was already run by hand: npm's own record of the installation then lists every package at its
 * version.
 */
function matchesLockfile() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const wanted = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages);
  return wanted.every(([path, { version, optional, devOptional, peer }]) => {
    if (path === '' || installed[path]?.version === version) return true;
    return !installed[path] && (optional || devOptional || peer);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await ensureInstalled();
