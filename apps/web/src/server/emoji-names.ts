import { signal } from '@preact/signals-core';

export interface NamedEmoji {
  readonly name: string;
  readonly code: string;
}

/** The names of all emoji of Unicode, asked for when a view needs them. */
export class EmojiNames {
  private readonly known = signal<readonly NamedEmoji[]>([]);
  private asked: Promise<void> | null = null;

  /** Empty until they came; by all their names, the canonical ones first. */
  get all(): readonly NamedEmoji[] {
    return this.known.value;
  }

  /** @param url `server_emoji_data_url` of the snapshot */
  load(url: string): Promise<void> {
    this.asked ??= this.fetch(new URL(url).pathname).catch(() => {
      this.asked = null; // the next view tries again
    });
    return this.asked;
  }

  private async fetch(path: string): Promise<void> {
    const answer = await fetch(path);
    const { code_to_names } = (await answer.json()) as { code_to_names: Record<string, string[]> };
    const byCode = Object.entries(code_to_names);
    const first = byCode.flatMap(([code, [name]]) => (name === undefined ? [] : [{ name, code }]));
    const others = byCode.flatMap(([code, [, ...names]]) => names.map((name) => ({ name, code })));
    this.known.value = [...first, ...others];
  }
}
