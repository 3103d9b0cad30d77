import type { BackupProgress } from '@app/platform';
import type { Terminal } from './terminal';

const EVERY_MS = 2_000;
const MEGABYTE = 1_000_000;

/** Tells a person, on standard error, how far a long command is: each part at its end, a long one now and then. */
export class ProgressLines {
  private readonly began = performance.now();
  private told = this.began;

  constructor(private readonly terminal: Terminal) {}

  readonly report = ({ part, bytes, isDone }: BackupProgress): void => {
    const now = performance.now();
    if (isDone ? bytes === 0 : now - this.told < EVERY_MS) return;
    this.told = now;
    this.terminal.complain(`${part.padEnd(28)} ${size(bytes).padStart(12)}${isDone ? '' : ' ...'}`);
  };

  /** How many of so many things are done: now and then. */
  count(done: number, of: number): void {
    const now = performance.now();
    if (now - this.told < EVERY_MS) return;
    this.told = now;
    this.terminal.complain(`${done.toLocaleString('en')} of ${of.toLocaleString('en')} ...`);
  }

  /** The elapsed time as text. */
  get seconds(): string {
    return ((performance.now() - this.began) / 1_000).toFixed(1);
  }
}

export const size = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;

export const quantity = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
