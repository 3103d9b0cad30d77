import { codeOf, isUnicodeEmoji, namesOf } from '@app/markdown';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { EmojiIsInvalid, EmojiIsUnknownHere } from '../domain/personal.errors';
import type { ChosenEmoji } from '../domain/user-status';
import { CustomEmoji } from './custom-emoji.service';

/** The one picture that the server brings itself: its name is its code. */
const EXTRA = 'zulip';

export interface EmojiWish {
  name: string;
  /** Hex code points, the id of an emoji of the organization, or a word; absent: found by the name. */
  code?: string;
  kind?: string;
}

/** Which emoji somebody means: what clients send says it by name, and may say it exactly. */
@Injectable()
export class EmojiChoices {
  constructor(private readonly customEmoji: CustomEmoji) {}

  /**
   * One's own emoji of the organization beats a built-in one of that name. Code and kind that are given must belong to
   * the name.
   * @throws EmojiIsUnknownHere, EmojiIsInvalid
   */
  async choose(actor: Pick<Actor, 'organizationId' | 'renderingVersion'>, wish: EmojiWish): Promise<ChosenEmoji> {
    const own = await this.customEmoji.of(actor);
    const meant = wish.code !== undefined && wish.kind !== undefined ? null : this.named(wish.name, own);
    const chosen = { name: wish.name, code: wish.code ?? meant!.code, kind: wish.kind ?? meant!.kind };
    return checked(chosen, own);
  }

  private named(name: string, own: readonly { id: number; name: string }[]): Pick<ChosenEmoji, 'code' | 'kind'> {
    const custom = own.find((one) => one.name === name);
    if (custom) return { code: String(custom.id), kind: 'realm_emoji' };
    if (name === EXTRA) return { code: EXTRA, kind: 'zulip_extra_emoji' };
    const code = codeOf(name);
    if (code === undefined) throw new EmojiIsUnknownHere(name);
    return { code, kind: 'unicode_emoji' };
  }
}

function checked(
  { name, code, kind }: { name: string; code: string; kind: string },
  own: readonly { id: number; name: string }[],
): ChosenEmoji {
  if (kind === 'unicode_emoji') {
    if (namesOf(code).length === 0) throw new EmojiIsInvalid('Invalid emoji code.');
    if (!isUnicodeEmoji(name, code)) throw new EmojiIsInvalid('Invalid emoji name.');
    return { name, code, kind };
  }
  if (kind === 'zulip_extra_emoji') {
    if (code !== EXTRA) throw new EmojiIsInvalid('Invalid emoji code.');
    if (name !== EXTRA) throw new EmojiIsInvalid('Invalid emoji name.');
    return { name, code, kind };
  }
  if (kind !== 'realm_emoji') throw new EmojiIsInvalid('Invalid emoji type.');
  const custom = own.find(({ id }) => String(id) === code);
  if (!custom) throw new EmojiIsInvalid('Invalid custom emoji.');
  if (custom.name !== name) throw new EmojiIsInvalid('Invalid custom emoji name.');
  return { name, code, kind };
}
