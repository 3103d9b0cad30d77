import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PERIOD_US = 10_000;

/** The directories of control groups for processors, in the two forms of the kernel. */
const FORMS = [
  {
    root: '/sys/fs/cgroup/cpu',
    files: (quota: number) => ({ 'cpu.cfs_period_us': `${PERIOD_US}`, 'cpu.cfs_quota_us': `${quota}` }),
  },
  { root: '/sys/fs/cgroup', files: (quota: number) => ({ 'cpu.max': `${quota} ${PERIOD_US}` }) },
];

/** Limits programs to a share of one processor each, until `end`. */
export class Quota {
  private readonly held: { pid: number; root: string; group: string }[] = [];

  /** @returns whether it is possible here: it requires root and the cpu controller */
  hold(pids: readonly number[], share: number): boolean {
    return pids.every((pid) => FORMS.some(({ root, files }) => this.holdOne(pid, root, files(share * PERIOD_US))));
  }

  /** Removes the limits. */
  release(): void {
    for (const { pid, root, group } of this.held.splice(0).reverse()) {
      writeFileSync(join(root, 'cgroup.procs'), `${pid}`);
      rmdirSync(group);
    }
  }

  private holdOne(pid: number, root: string, files: Record<string, string>): boolean {
    const group = join(root, `parley-bench-${pid}`);
    if (!existsSync(root)) return false;
    try {
      mkdirSync(group);
    } catch (error) {
      console.error(String(error));
      return false;
    }
    try {
      for (const [name, value] of Object.entries(files)) writeFileSync(join(group, name), value);
      writeFileSync(join(group, 'cgroup.procs'), `${pid}`);
    } catch (error) {
      console.error(String(error));
      rmdirSync(group);
      return false;
    }
    this.held.push({ pid, root, group });
    return true;
  }
}
