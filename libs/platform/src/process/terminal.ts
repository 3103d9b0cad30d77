import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Where a command is typed: what it reads and where it writes. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  /** A line of the result, to standard output. */
  say(line: string): void;
  /** A line about what went wrong, to standard error. */
  complain(line: string): void;
  /** The next line of standard input, without its end. */
  readLine(): Promise<string>;
}

/** The terminal of this process. */
export const processTerminal: Terminal = {
  environment: process.env,
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  async readLine() {
    const lines = createInterface({ input: process.stdin });
    const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close').then(() => [''])])) as [string];
    lines.close();
    return line;
  },
};

/** Rows under a heading, in columns as wide as their widest entry. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = heading.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [heading, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A command failed. The message gives the reason and what to do instead. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}
