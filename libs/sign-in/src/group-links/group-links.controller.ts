import { assertOwner, FreshLogins, ROLE, roleNameOf } from '@app/identity';
import { type ChannelId, idIn, type UserGroupId } from '@app/kernel';
import { Actor, CurrentActor, HumansOnly, Operation, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import type { GroupLink, NewGroupLink } from './group-link';
import { AddGroupLinkRequest, AddGroupLinkResponse, GroupLinkDto, ListGroupLinksResponse } from './group-link.dto';
import { GroupLinks } from './group-links.service';

const SECTION = "Parley's own, docs/company-login.md";
const TAG = 'authentication';
const PATH = 'realm/identity_providers/:provider_id/group_links';

@HumansOnly()
@Controller('api/v1')
export class GroupLinksController {
  constructor(
    private readonly links: GroupLinks,
    private readonly fresh: FreshLogins,
  ) {}

  @Operation('GET', PATH, {
    summary: 'List what the groups of an identity provider mean, for owners',
    section: SECTION,
    tag: TAG,
    response: ListGroupLinksResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async list(@CurrentActor() actor: Actor, @Param('provider_id') id: string): Promise<ListGroupLinksResponse> {
    assertOwner(actor);
    return { group_links: (await this.links.list(actor.organizationId, idIn(id) ?? 0)).map(shown) };
  }

  @Operation('POST', PATH, {
    summary: 'Link a group of an identity provider, for owners',
    section: SECTION,
    tag: TAG,
    request: AddGroupLinkRequest,
    response: AddGroupLinkResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL', 'REAUTHENTICATION_REQUIRED'],
  })
  async add(
    @CurrentActor() actor: Actor,
    @Param('provider_id') id: string,
    @Parameters() request: AddGroupLinkRequest,
  ): Promise<AddGroupLinkResponse> {
    assertOwner(actor);
    await this.fresh.assertFresh(actor);
    return { id: await this.links.add(actor.organizationId, idIn(id) ?? 0, linkIn(request)) };
  }

  @Operation('DELETE', `${PATH}/:link_id`, {
    summary: 'Remove the link of a group of an identity provider, for owners',
    section: SECTION,
    tag: TAG,
    errors: ['UNAUTHORIZED_PRINCIPAL', 'REAUTHENTICATION_REQUIRED'],
  })
  async remove(
    @CurrentActor() actor: Actor,
    @Param('provider_id') id: string,
    @Param('link_id') linkId: string,
  ): Promise<object> {
    assertOwner(actor);
    await this.fresh.assertFresh(actor);
    await this.links.remove(actor.organizationId, idIn(id) ?? 0, idIn(linkId) ?? 0);
    return {};
  }
}

function linkIn({ external_group, user_group_id, role, channel_ids }: AddGroupLinkRequest): NewGroupLink {
  return {
    externalGroup: external_group,
    userGroupId: user_group_id as UserGroupId | null,
    role: role && ROLE[role],
    channelIds: channel_ids as ChannelId[],
  };
}

const shown = ({ id, externalGroup, userGroupId, role, channelIds }: GroupLink): GroupLinkDto => ({
  id,
  external_group: externalGroup,
  user_group_id: userGroupId,
  role: role === null ? null : roleNameOf(role),
  channel_ids: [...channelIds],
});
