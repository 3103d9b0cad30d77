import { signal } from '@preact/signals-core';

/** Stands for a structure that changes in place: its readers are told that it did. */
export class Version {
  private readonly count = signal(0);

  /** Subscribes the current computation to the next change. */
  watch(): number {
    return this.count.value;
  }

  change(): void {
    this.count.value++;
  }
}
