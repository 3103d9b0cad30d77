import { codeOf, isUnicodeEmoji, namesOf } from '@app/markdown';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { EmojiIsInvalid, EmojiIsUnknownHere } from './emoji-choice.errors';
import type { ChosenEmoji } from './chosen-emoji';
import { CustomEmoji } from './custom-emoji.service';

/** The emoji that the server ships. Its name is also its code. */
const EXTRA = 'zulip';

export interface EmojiQuery {
  name: string;
  /** Hex code points, the id of an emoji of the organization, or a word. Absent: found by the name. */
  code?: string;
  kind?: string;
}

type Asking = Pick<Actor, 'organizationId' | 'emojiVersion'>;

/** Resolves the emoji that a client names. A client sends the name, and may add code and kind. */
@Injectable()
export class EmojiChoices {
  constructor(private readonly customEmoji: CustomEmoji) {}

  /**
   * An emoji of the organization takes precedence over a built-in one of the same name. A given code or kind must match
   * the name.
   * @throws EmojiIsUnknownHere, EmojiIsInvalid
   */
  async choose(actor: Asking, query: EmojiQuery): Promise<ChosenEmoji> {
    return this.check(actor, await this.complete(actor, query));
  }

  /** Takes code and kind as given, or else from the emoji of that name. */
  async complete(actor: Asking, { name, code, kind }: EmojiQuery): Promise<Required<EmojiQuery>> {
    if (code !== undefined && kind !== undefined) return { name, code, kind };
    const meant = this.named(name, await this.customEmoji.cached(actor));
    return { name, code: code ?? meant.code, kind: kind ?? meant.kind };
  }

  /** @throws EmojiIsInvalid when code, kind and name do not belong together, or the emoji is not in use any more */
  async check(actor: Asking, chosen: Required<EmojiQuery>): Promise<ChosenEmoji> {
    return chosen.kind === 'realm_emoji' ? this.checkCustom(actor, chosen) : checked(chosen);
  }

  private async checkCustom(actor: Asking, { name, code }: Required<EmojiQuery>): Promise<ChosenEmoji> {
    const isMeant = ({ id }: { id: number }): boolean => String(id) === code;
    const active = (await this.customEmoji.cached(actor)).find(isMeant);
    const custom = active ?? (await this.customEmoji.list(actor.organizationId)).find(isMeant);
    if (!custom) throw new EmojiIsInvalid('Invalid custom emoji.');
    if (custom.name !== name) throw new EmojiIsInvalid('Invalid custom emoji name.');
    if (!active) throw new EmojiIsInvalid('This custom emoji has been deactivated.');
    return { name, code, kind: 'realm_emoji' };
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

function checked({ name, code, kind }: Required<EmojiQuery>): ChosenEmoji {
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
  throw new EmojiIsInvalid('Invalid emoji type.');
}
