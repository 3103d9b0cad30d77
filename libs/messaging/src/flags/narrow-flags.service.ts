import type { MessageId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MessageIsInvalid } from '../errors';
import { clamped, WindowSize } from './flag-window';
import type { WrittenTerm } from '../narrows/narrow';
import type { Anchor } from '../messages/page-window';
import { ChangedFlags, FlagOperation, Flags } from './flags.service';
import { Messages } from '../messages/messages.service';

/** A window of a narrow. */
export interface FlagWindow extends WindowSize {
  readonly anchor: Anchor;
  readonly includeAnchor: boolean;
}

export interface ChangedWindow extends ChangedFlags {
  /** All messages of the window, changed or not; ascending. */
  readonly processedIds: readonly MessageId[];
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/** Messages may be removed between the search and the change; then the search is repeated. */
const ATTEMPTS = 5;

/** Changes flags of the messages that a narrow finds around an anchor (docs/protocol/read-state.md). */
@Injectable()
export class NarrowFlags {
  constructor(
    private readonly messages: Messages,
    private readonly flags: Flags,
  ) {}

  /** @throws NarrowTermIsInvalid, NarrowContradictsItself, AnchorMayNotBeExcluded */
  async change(
    actor: Actor,
    operation: FlagOperation,
    narrow: readonly WrittenTerm[],
    window: FlagWindow,
  ): Promise<ChangedWindow> {
    for (let attempt = 1; ; attempt++) {
      const found = await this.messages.window(actor, narrow, { ...window, ...clamped(window) });
      try {
        const { ids: processedIds, foundOldest, foundNewest } = found;
        return { ...(await this.flags.change(actor, operation, found.ids)), processedIds, foundOldest, foundNewest };
      } catch (error) {
        if (!(error instanceof MessageIsInvalid) || attempt === ATTEMPTS) throw error;
      }
    }
  }
}
