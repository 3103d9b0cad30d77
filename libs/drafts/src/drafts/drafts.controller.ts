import { Actor, CurrentActor, Heavy, Operation, Parameters, pathId } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { draftObject } from './drafts.client-events';
import { Drafts } from './drafts.service';
import { addressOf, WrittenDraft } from './draft';
import { DraftDoesNotExist } from './draft.errors';
import {
  CreateDraftsRequest,
  CreateDraftsResponse,
  EditDraftRequest,
  ListDraftsResponse,
  WrittenDraftDto,
} from './draft.dto';

const REFERENCE = 'docs/protocol/drafts.md';
const TAG = 'drafts';
const KINDS = { stream: 'channel', private: 'people', '': 'nobody' } as const;

@Controller('api/v1')
export class DraftsController {
  constructor(private readonly drafts: Drafts) {}

  @Heavy()
  @Operation('GET', 'drafts', {
    summary: 'List own drafts',
    section: REFERENCE,
    tag: TAG,
    response: ListDraftsResponse,
  })
  async list(@CurrentActor() actor: Actor): Promise<ListDraftsResponse> {
    const drafts = (await this.drafts.list(actor)).map(draftObject);
    return { count: drafts.length, drafts };
  }

  @Operation('POST', 'drafts', {
    summary: 'Create drafts',
    section: 'docs/protocol/drafts.md',
    tag: TAG,
    request: CreateDraftsRequest,
    response: CreateDraftsResponse,
  })
  async create(
    @CurrentActor() actor: Actor,
    @Parameters() request: CreateDraftsRequest,
  ): Promise<CreateDraftsResponse> {
    return { ids: await this.drafts.create(actor, request.drafts.map(written)) };
  }

  @Operation('PATCH', 'drafts/:draft_id', {
    summary: 'Replace a draft',
    section: REFERENCE,
    tag: TAG,
    request: EditDraftRequest,
  })
  async edit(
    @CurrentActor() actor: Actor,
    @Param('draft_id') id: string,
    @Parameters() { draft }: EditDraftRequest,
  ): Promise<object> {
    await this.drafts.replace(actor, idIn(id), written(draft));
    return {};
  }

  @Operation('DELETE', 'drafts/:draft_id', { summary: 'Delete a draft', section: REFERENCE, tag: TAG })
  async remove(@CurrentActor() actor: Actor, @Param('draft_id') id: string): Promise<object> {
    await this.drafts.remove(actor, idIn(id));
    return {};
  }
}

const idIn = (path: string): number => pathId(path, () => new DraftDoesNotExist());

const written = ({ type, to, topic, content, timestamp }: WrittenDraftDto): WrittenDraft => ({
  address: addressOf(KINDS[type], to, topic),
  content,
  editedAt: timestamp ?? null,
});
