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
  const below = (parent: number): number => {
    const one = processes.get(parent);
    const children = [...processes].filter(([, child]) => child.parent === parent);
    return (one ? one.own + one.former : 0) + children.reduce((sum, [child]) => sum + below(child), 0);
  };
  return below(pid) / TICKS_A_SECOND;
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
