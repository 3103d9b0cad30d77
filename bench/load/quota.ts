import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PERIOD_US = 10_000;
const ENDED_MS = 3_000;

/** Where control groups of processors are, in the kernel's two forms; nothing where we may not make any. */
const FORMS = [
  {
    root: '/sys/fs/cgroup/cpu',
    files: (quota: number) => ({ 'cpu.cfs_period_us': `${PERIOD_US}`, 'cpu.cfs_quota_us': `${quota}` }),
  },
  { root: '/sys/fs/cgroup', files: (quota: number) => ({ 'cpu.max': `${quota} ${PERIOD_US}` }) },
];

/** Programs that get no more than a share of one processor each. */
export class Quota {
  private readonly groups: string[] = [];

  /** @returns whether it could be done here: it takes root and the cpu controller */
  hold(pid: number, share: number): boolean {
    const quota = Math.round(share * PERIOD_US);
    for (const { root, files } of FORMS) {
      const group = join(root, `parley-bench-${process.pid}-${pid}`);
      try {
        if (!existsSync(root)) continue;
        mkdirSync(group);
        this.groups.push(group);
        for (const [name, value] of Object.entries(files(quota))) writeFileSync(join(group, name), value);
        writeFileSync(join(group, 'cgroup.procs'), `${pid}`);
        return readFileSync(join(group, 'cgroup.procs'), 'utf8').includes(`${pid}`);
      } catch (error) {
        console.error(`${root}: ${String(error)}`);
      }
    }
    return false;
  }

  /** After the programs have ended. */
  async release(): Promise<void> {
    const deadline = Date.now() + ENDED_MS;
    for (const group of this.groups.splice(0)) {
      while (readFileSync(join(group, 'cgroup.procs'), 'utf8') !== '' && Date.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 20));
      rmdirSync(group);
    }
  }
}
