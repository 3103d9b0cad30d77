/** How far one part has come: a table, the uploads, or the check before a restore. */
export interface BackupProgress {
  part: string;
  bytes: number;
  /** True once, when the part is complete. */
  isDone: boolean;
}

export type OnProgress = (progress: BackupProgress) => void;

/** Adds up the bytes of one part and tells of them. */
export class Progress {
  private bytes = 0;

  constructor(
    private readonly part: string,
    private readonly tell: OnProgress,
  ) {}

  add(bytes: number): void {
    this.bytes += bytes;
    this.tell({ part: this.part, bytes: this.bytes, isDone: false });
  }

  done(): void {
    this.tell({ part: this.part, bytes: this.bytes, isDone: true });
  }

  /** The same data, counted as it passes. */
  async *over(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
    for await (const data of content) {
      yield data;
      this.add(data.length);
    }
  }
}
