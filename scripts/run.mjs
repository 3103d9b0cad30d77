import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const PARENT_POLL_MS = 250;
const GRACE_MS = 10_000;
const SHELLS = /^(sh|dash|ash|bash|zsh|busybox)$/;

/** A program that npm installed here. */
export const tool = (name) => join(root, 'node_modules/.bin', name);

/** Ends with one plain sentence instead of a stack. */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/**
 * Runs a program to its end in the repository, by the same Node as ours, and passes the signals we get on to it.
 * `onOutput` takes what it prints, which goes to our own output otherwise; the other options are spawn's.
 * Returns its exit code.
 */
export function run(command, args, { onOutput, ...options } = {}) {
  const path = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`;
  const stdio = onOutput ? ['ignore', 'pipe', 'pipe'] : 'inherit';
  const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, PATH: path }, ...options });
  if (onOutput) [child.stdout, child.stderr].forEach((stream) => stream.on('data', onOutput));
  const forget = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const pass = () => child.kill(signal);
    process.on(signal, pass);
    return () => process.off(signal, pass);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      forget.forEach((off) => off());
      resolve(signal ? 128 + constants.signals[signal] : code);
    });
  });
}

/** As `run`, and ends with the program's code when it failed. */
export async function runOrExit(command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) process.exit(code);
}

/**
 * When npm started us and goes away, even by SIGKILL, we get SIGTERM, and SIGKILL when that was not heeded in 10 s.
 * Without npm nothing is watched: a service manager or `nohup` may well outlive the shell that called us.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  // npm runs scripts by a shell; most replace themselves with the command, the others stand between us and npm.
  const between = SHELLS.test(nameOf(parent));
  const npm = between ? parentOf(parent) : parent;
  const isGone = () => process.ppid !== parent || (between && parentOf(parent) !== npm);
  if (npm === 1 && !/npm|node/.test(nameOf(npm))) fail('npm is gone.');

  const timer = setInterval(() => {
    if (!isGone()) return;
    clearInterval(timer);
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_POLL_MS);
  timer.unref();
}

function nameOf(pid) {
  return procFile(pid, 'comm').trim();
}

/** The program's name is in parentheses and may hold anything; state and parent follow the last one. */
function parentOf(pid) {
  return Number(procFile(pid, 'stat').replace(/^.*\)/s, '').trim().split(' ')[1]);
}

/** Empty where there is no /proc (macOS, whose shell replaces itself) or no such process. */
function procFile(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
