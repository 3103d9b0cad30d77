import { readdirSync, readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;
const STATE_TO_TIMES = 11;

interface Process {
  readonly parent: number;
  readonly own: number;
  /** Of children that have ended. */
  readonly former: number;
}

/** Seconds of a processor that a program and everything below it have used since it began (Linux). */
export function cpuSeconds(pid: number): number {
  const processes = all();
  const used = treeOf(pid, processes).map((one) => processes.get(one)!);
  return used.reduce((sum, { own, former }) => sum + own + former, 0) / TICKS_A_SECOND;
}

/** Sends a signal to a program and everything below it: SIGSTOP leaves both processors to another version, SIGCONT goes on. */
export function signalTree(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const one of treeOf(pid, all())) process.kill(one, signal);
}

/** The process and all below it; none where it has ended. */
function treeOf(pid: number, processes: ReadonlyMap<number, Process>): number[] {
  if (!processes.has(pid)) return [];
  const children = [...processes].filter(([, { parent }]) => parent === pid);
  return [pid, ...children.flatMap(([child]) => treeOf(child, processes))];
}

function all(): Map<number, Process> {
  const found = new Map<number, Process>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const stat = read(`/proc/${name}/stat`);
    if (!stat) continue;
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system, formerUser, formerSystem] = fields.slice(STATE_TO_TIMES).map(Number);
    found.set(Number(name), { parent: Number(fields[1]), own: user + system, former: formerUser + formerSystem });
  }
  return found;
}

/** Empty for a process that has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
