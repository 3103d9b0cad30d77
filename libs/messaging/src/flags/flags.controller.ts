import { Actor, CurrentActor, Heavy, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { ChangedFlags, FlagOperation, Flags } from './flags.service';
import { NarrowFlags } from './narrow-flags.service';
import { FlagOperationIsUnknown } from '../errors';
import { parseAnchor } from '../messages/page-window';
import { editableFlag } from './flag-word.parameter';
import {
  UpdateFlagsRequest,
  UpdateFlagsResponse,
  UpdateNarrowFlagsRequest,
  UpdateNarrowFlagsResponse,
} from './flags.dto';
import { readNarrow } from '../narrows/narrow.parameter';

@Controller('api/v1')
export class FlagsController {
  constructor(
    private readonly flags: Flags,
    private readonly narrowFlags: NarrowFlags,
  ) {}

  @Operation('POST', 'messages/flags', {
    summary: 'Set or clear a personal flag of messages',
    section: 'docs/protocol/read-state.md',
    tag: 'messages',
    request: UpdateFlagsRequest,
    response: UpdateFlagsResponse,
  })
  async update(@CurrentActor() actor: Actor, @Parameters() request: UpdateFlagsRequest): Promise<UpdateFlagsResponse> {
    const operation = operationOf(request);
    const changed = await this.flags.change(actor, operation, request.messages);
    return { messages: [...changed.messageIds], ...ignored(operation, changed) };
  }

  @Heavy()
  @Operation('POST', 'messages/flags/narrow', {
    summary: 'Set or clear a personal flag of a range of messages within a narrow',
    section: 'docs/protocol/read-state.md',
    tag: 'messages',
    request: UpdateNarrowFlagsRequest,
    response: UpdateNarrowFlagsResponse,
    errors: ['BAD_NARROW'],
  })
  async updateNarrow(
    @CurrentActor() actor: Actor,
    @Parameters() request: UpdateNarrowFlagsRequest,
  ): Promise<UpdateNarrowFlagsResponse> {
    const operation = operationOf(request);
    const window = {
      anchor: parseAnchor(request.anchor),
      includeAnchor: request.include_anchor,
      before: request.num_before,
      after: request.num_after,
    };
    const changed = await this.narrowFlags.change(actor, operation, readNarrow(request.narrow), window);
    return {
      processed_count: changed.processedIds.length,
      updated_count: changed.messageIds.length,
      first_processed_id: changed.processedIds[0] ?? null,
      last_processed_id: changed.processedIds[changed.processedIds.length - 1] ?? null,
      found_oldest: changed.foundOldest,
      found_newest: changed.foundNewest,
      ...ignored(operation, changed),
    };
  }
}

function operationOf({ op, flag }: { op: string; flag: string }): FlagOperation {
  if (op !== 'add' && op !== 'remove') throw new FlagOperationIsUnknown(op);
  return { op, flag: editableFlag(flag) };
}

const ignored = ({ op, flag }: FlagOperation, { ignoredChannelIds }: ChangedFlags) =>
  flag === 'read' && op === 'remove' ? { ignored_because_not_subscribed_channels: [...ignoredChannelIds] } : {};
