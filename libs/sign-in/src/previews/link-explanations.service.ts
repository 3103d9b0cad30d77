import { ManagedProfiles, roleNameOf, type User } from '@app/identity';
import { Injectable } from '@nestjs/common';
import { ExternalExplanations } from '../accounts/external-explanations.service';
import type { GroupLink } from '../group-links/group-link';
import { GroupLinks } from '../group-links/group-links.service';
import { LinkNames } from '../group-links/link-names.service';
import { Providers } from '../providers/providers.service';

/** Says what of an account comes from its providers: who knows it, its groups, channels, role, name and fields. */
@Injectable()
export class LinkExplanations {
  constructor(
    private readonly accounts: ExternalExplanations,
    private readonly providers: Providers,
    private readonly links: GroupLinks,
    private readonly names: LinkNames,
    private readonly managed: ManagedProfiles,
  ) {}

  /** A sentence for each fact. */
  async of(user: User): Promise<string[]> {
    const { organizationId, id } = user;
    const lines = await this.accounts.of(user);
    for (const { id: providerId, name } of await this.providers.list(organizationId))
      for (const link of await this.links.ofUser(providerId, id))
        lines.push(`"${link.externalGroup}" of ${name} gives ${await this.giftOf(user, link)}.`);
    const managed = await this.managed.of(organizationId, id);
    if (managed.name !== null) lines.push(`${managed.name} decides the name.`);
    for (const [field, manager] of managed.fields) lines.push(`${manager} decides the profile field ${field}.`);
    return lines;
  }

  private async giftOf({ organizationId }: User, link: GroupLink): Promise<string> {
    const { userGroups, channels } = await this.names.given(organizationId, [link]);
    const gifts = [
      ...userGroups.map((group) => `the user group ${group}`),
      ...channels.map((channel) => `the channel ${channel}`),
      ...(link.role === null ? [] : [`the role ${roleNameOf(link.role)}`]),
    ];
    return gifts.join(', ');
  }
}
