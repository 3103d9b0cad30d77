import type { UserId } from '@app/kernel';
import { WrittenJson } from '@app/platform';
import type { User } from '../records/user';

/** A JSON list of users that answers share, with a text of their own for some of them. */
export class UserTexts {
  private readonly bytes: Buffer;
  /** Where the text of each user ends. A comma follows. */
  private readonly ends: Uint32Array;
  private readonly places: ReadonlyMap<UserId, number>;

  constructor(users: readonly User[], textOf: (user: User) => string) {
    const texts = users.map((user) => Buffer.from(`${textOf(user)},`));
    this.ends = new Uint32Array(users.length);
    let length = 0;
    for (const [at, text] of texts.entries()) {
      length += text.length;
      this.ends[at] = length - 1;
    }
    this.bytes = Buffer.concat(texts, length);
    this.places = new Map(users.map(({ id }, at) => [id, at]));
  }

  /** @param own texts that replace those of their users */
  written(own: ReadonlyMap<UserId, string>): WrittenJson {
    const replaced = [...own]
      .map(([id, text]) => ({ at: this.places.get(id), text }))
      .filter((one): one is { at: number; text: string } => one.at !== undefined)
      .sort((one, other) => one.at - other.at);
    const pieces: (Buffer | string)[] = ['['];
    let begin = 0;
    for (const { at, text } of replaced) {
      const from = at === 0 ? 0 : this.ends[at - 1]! + 1;
      if (from > begin) pieces.push(this.bytes.subarray(begin, from));
      pieces.push(text);
      begin = this.ends[at]!;
    }
    const end = Math.max(this.bytes.length - 1, 0); // without the last comma
    if (end > begin) pieces.push(this.bytes.subarray(begin, end));
    return new WrittenJson([...pieces, ']']);
  }
}
