import { Organization, SpectatorAccess } from '@app/identity';
import { type ChannelId, NO_USER, type OrganizationId } from '@app/kernel';
import { CredentialsAreMissing } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ChannelForActor, ReadableChannel } from '../records/channel';
import { ChannelRepository } from '../records/channel.repository';
import { ChannelObject, namelessChannelObject } from './channel-object.client-events';
import { ChannelObjects } from './channel-objects.service';
import { Policies } from '../access/policies.service';

/** Which channels spectators see: active web-public channels, if the server and the organization admit spectators. */
@Injectable()
export class Spectators {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly objects: ChannelObjects,
    private readonly policies: Policies,
    private readonly access: SpectatorAccess,
  ) {}

  /** @throws OrganizationIsUnknown */
  async mayRead(host: string, channelId: ChannelId): Promise<boolean> {
    const organization = await this.access.organizationAt(host).catch(nullIfClosed);
    if (!organization) return false;
    const channel = await this.channels.findForDecisions(organization.id, NO_USER, { id: channelId });
    return channel !== null && isSeen(channel);
  }

  /**
   * The organization of the host and its channels that spectators read. All their messages are readable.
   * @throws CredentialsAreMissing where nothing is open to them, OrganizationIsUnknown
   */
  async readable(host: string): Promise<{ organization: Organization; channels: ReadableChannel[] }> {
    const organization = await this.access.organizationAt(host);
    const channels = (await this.channels.listWebPublic(organization.id, NO_USER)).filter(isSeen);
    return { organization, channels: channels.map((channel) => ({ ...channel, history: 'all' })) };
  }

  /** All channels that spectators see, sorted by name. The caller has checked `SpectatorAccess`. */
  async channelsOf(organizationId: OrganizationId): Promise<ChannelObject[]> {
    const policy = await this.policies.current(organizationId);
    const channels = (await this.channels.listCounted(organizationId, NO_USER)).filter(isSeen);
    return (await this.objects.forViewer(policy, NO_USER, channels)).map(namelessChannelObject);
  }
}

const isSeen = ({ isWebPublic, isArchived }: Pick<ChannelForActor, 'isWebPublic' | 'isArchived'>): boolean =>
  isWebPublic && !isArchived;

function nullIfClosed(error: unknown): Organization | null {
  if (error instanceof CredentialsAreMissing) return null;
  throw error;
}
