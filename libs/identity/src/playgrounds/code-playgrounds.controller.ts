import { idIn } from '@app/kernel';
import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { playgroundObject } from './code-playgrounds.client-events';
import { CodePlaygrounds } from './code-playgrounds.service';
import {
  AddPlaygroundRequest,
  AddPlaygroundResponse,
  ChangePlaygroundRequest,
  ListPlaygroundsResponse,
} from './code-playgrounds.dto';

const OWN = "Parley's own, beside docs/protocol/organizations.md";
const TAG = 'organization';

@Controller('api/v1')
export class CodePlaygroundsController {
  constructor(private readonly playgrounds: CodePlaygrounds) {}

  @Operation('GET', 'realm/playgrounds', {
    summary: 'List the code playgrounds',
    section: OWN,
    tag: TAG,
    response: ListPlaygroundsResponse,
  })
  async list(@CurrentActor() { organizationId }: Actor): Promise<ListPlaygroundsResponse> {
    return { playgrounds: (await this.playgrounds.list(organizationId)).map(playgroundObject) };
  }

  @Operation('POST', 'realm/playgrounds', {
    summary: 'Add a code playground',
    section: 'docs/protocol/organizations.md',
    tag: TAG,
    request: AddPlaygroundRequest,
    response: AddPlaygroundResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async add(@CurrentActor() actor: Actor, @Parameters() request: AddPlaygroundRequest): Promise<AddPlaygroundResponse> {
    const { name, pygments_language: language, url_template: urlTemplate } = request;
    return { id: await this.playgrounds.add(actor, { name, language, urlTemplate }) };
  }

  @Operation('PATCH', 'realm/playgrounds/:playground_id', {
    summary: 'Change a code playground',
    section: OWN,
    tag: TAG,
    request: ChangePlaygroundRequest,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async change(
    @CurrentActor() actor: Actor,
    @Param('playground_id') id: string,
    @Parameters() { name, pygments_language: language, url_template: urlTemplate }: ChangePlaygroundRequest,
  ): Promise<object> {
    await this.playgrounds.change(actor, playgroundIdIn(id), { name, language, urlTemplate });
    return {};
  }

  @Operation('DELETE', 'realm/playgrounds/:playground_id', {
    summary: 'Remove a code playground',
    section: 'docs/protocol/personal.md',
    tag: TAG,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async remove(@CurrentActor() actor: Actor, @Param('playground_id') id: string): Promise<object> {
    await this.playgrounds.remove(actor, playgroundIdIn(id));
    return {};
  }
}

/** An invalid id is treated like an unknown one, so that the check of permission comes first. */
const playgroundIdIn = (path: string): number => idIn(path) ?? 0;
