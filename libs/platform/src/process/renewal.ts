import { Injectable } from '@nestjs/common';

/** Signals that the memory of this process is no longer valid, so that it must be restarted. */
@Injectable()
export class Renewal {
  private tell: () => void;
  /** Resolves when a renewal is requested. */
  readonly asked = new Promise<void>((resolve) => (this.tell = resolve));

  ask(): void {
    this.tell();
  }
}
