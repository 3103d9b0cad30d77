import { Injectable } from '@nestjs/common';

/** The word that what this process keeps in memory is not true any more, and that it is to end and be started anew. */
@Injectable()
export class Renewal {
  private tell: () => void;
  /** Resolves when a renewal is requested. */
  readonly asked = new Promise<void>((resolve) => (this.tell = resolve));

  ask(): void {
    this.tell();
  }
}
