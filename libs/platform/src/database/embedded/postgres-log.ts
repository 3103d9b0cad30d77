import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';

const CAP_BYTES = 5 * 1024 * 1024;
const CHECK_MS = 60_000;

/**
 * PostgreSQL's log file. The server writes to it directly, so its last words survive us; once a minute it is cut back
 * when it has grown over 5 MB, with one older part kept as `<path>.1`.
 */
export class PostgresLog {
  readonly fd: number;
  private readonly timer: NodeJS.Timeout;

  constructor(readonly path: string) {
    this.fd = openSync(path, 'a+', 0o600);
    this.cap();
    this.timer = setInterval(() => this.cap(), CHECK_MS).unref();
  }

  /** Where the log ends now, in bytes. */
  position(): number {
    return fstatSync(this.fd).size;
  }

  /** What was written since `position`. */
  since(position: number): string {
    const buffer = Buffer.alloc(Math.max(0, this.position() - position));
    const length = readSync(this.fd, buffer, 0, buffer.length, position);
    return buffer.toString('utf8', 0, length);
  }

  close(): void {
    clearInterval(this.timer);
    closeSync(this.fd);
  }

  private cap(): void {
    if (this.position() <= CAP_BYTES) return;
    copyFileSync(this.path, `${this.path}.1`);
    ftruncateSync(this.fd);
  }
}
