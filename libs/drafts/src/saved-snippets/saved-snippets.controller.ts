import { Actor, CurrentActor, Heavy, Operation, Parameters, pathId } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { snippetObject } from './saved-snippets.client-events';
import { SavedSnippets } from './saved-snippets.service';
import { SnippetDoesNotExist } from './saved-snippet.errors';
import {
  CreateSnippetRequest,
  CreateSnippetResponse,
  EditSnippetRequest,
  ListSnippetsResponse,
} from './saved-snippet.dto';

const SECTION = 'docs/protocol/drafts.md';
const TAG = 'drafts';

@Controller('api/v1')
export class SavedSnippetsController {
  constructor(private readonly snippets: SavedSnippets) {}

  @Heavy()
  @Operation('GET', 'saved_snippets', {
    summary: 'List own saved snippets',
    section: SECTION,
    tag: TAG,
    response: ListSnippetsResponse,
  })
  async list(@CurrentActor() actor: Actor): Promise<ListSnippetsResponse> {
    return { saved_snippets: (await this.snippets.list(actor)).map(snippetObject) };
  }

  @Operation('POST', 'saved_snippets', {
    summary: 'Save a snippet',
    section: SECTION,
    tag: TAG,
    request: CreateSnippetRequest,
    response: CreateSnippetResponse,
  })
  async create(
    @CurrentActor() actor: Actor,
    @Parameters() { title, content }: CreateSnippetRequest,
  ): Promise<CreateSnippetResponse> {
    return { saved_snippet_id: await this.snippets.create(actor, { title, content }) };
  }

  @Operation('PATCH', 'saved_snippets/:saved_snippet_id', {
    summary: 'Change a saved snippet',
    section: SECTION,
    tag: TAG,
    request: EditSnippetRequest,
  })
  async edit(
    @CurrentActor() actor: Actor,
    @Param('saved_snippet_id') id: string,
    @Parameters() { title, content }: EditSnippetRequest,
  ): Promise<object> {
    await this.snippets.change(actor, idIn(id), { title, content });
    return {};
  }

  @Operation('DELETE', 'saved_snippets/:saved_snippet_id', {
    summary: 'Delete a saved snippet',
    section: SECTION,
    tag: TAG,
  })
  async remove(@CurrentActor() actor: Actor, @Param('saved_snippet_id') id: string): Promise<object> {
    await this.snippets.remove(actor, idIn(id));
    return {};
  }
}

const idIn = (path: string): number => pathId(path, () => new SnippetDoesNotExist());
