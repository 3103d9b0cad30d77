import { Actor, CurrentActor, Operation, Parameters, pathId } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { linkifierObject } from './linkifiers.client-events';
import { Linkifiers } from './linkifiers.service';
import { LinkifierIsUnknown } from './linkifier.errors';
import {
  AddLinkifierResponse,
  LinkifierRequest,
  ListFiltersResponse,
  ListLinkifiersResponse,
  OrderLinkifiersRequest,
} from './linkifiers.dto';

const SECTION = 'docs/protocol/personal.md';

@Controller('api/v1')
export class LinkifiersController {
  constructor(private readonly linkifiers: Linkifiers) {}

  @Operation('GET', 'realm/linkifiers', {
    summary: 'List the linkifiers',
    section: SECTION,
    tag: 'organization',
    response: ListLinkifiersResponse,
  })
  async list(@CurrentActor() { organizationId }: Actor): Promise<ListLinkifiersResponse> {
    return { linkifiers: (await this.linkifiers.list(organizationId)).map(linkifierObject) };
  }

  @Operation('GET', 'realm/filters', {
    summary: 'What older clients ask for instead of linkifiers',
    section: SECTION,
    tag: 'organization',
    response: ListFiltersResponse,
  })
  listFilters(@CurrentActor() _: Actor): ListFiltersResponse {
    return { filters: [] };
  }

  @Operation('POST', 'realm/filters', {
    summary: 'Add a linkifier',
    section: SECTION,
    tag: 'organization',
    request: LinkifierRequest,
    response: AddLinkifierResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async add(@CurrentActor() actor: Actor, @Parameters() request: LinkifierRequest): Promise<AddLinkifierResponse> {
    return { id: await this.linkifiers.add(actor, request.pattern, request.url_template) };
  }

  @Operation('PATCH', 'realm/filters/:filter_id', {
    summary: 'Change a linkifier',
    section: SECTION,
    tag: 'organization',
    request: LinkifierRequest,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async change(
    @CurrentActor() actor: Actor,
    @Param('filter_id') id: string,
    @Parameters() { pattern, url_template: urlTemplate }: LinkifierRequest,
  ): Promise<object> {
    await this.linkifiers.change(actor, { id: linkifierIdIn(id), pattern, urlTemplate });
    return {};
  }

  @Operation('DELETE', 'realm/filters/:filter_id', {
    summary: 'Remove a linkifier',
    section: SECTION,
    tag: 'organization',
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async remove(@CurrentActor() actor: Actor, @Param('filter_id') id: string): Promise<object> {
    await this.linkifiers.remove(actor, linkifierIdIn(id));
    return {};
  }

  @Operation('PATCH', 'realm/linkifiers', {
    summary: 'Put the linkifiers into an order',
    section: SECTION,
    tag: 'organization',
    request: OrderLinkifiersRequest,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async reorder(@CurrentActor() actor: Actor, @Parameters() request: OrderLinkifiersRequest): Promise<object> {
    await this.linkifiers.reorder(actor, request.ordered_linkifier_ids);
    return {};
  }
}

/** @throws LinkifierIsUnknown, as for one that does not exist */
const linkifierIdIn = (path: string): number => pathId(path, () => new LinkifierIsUnknown());
