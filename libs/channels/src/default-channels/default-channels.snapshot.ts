import { isGuest, Users } from '@app/identity';
import type { ChannelId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Registry, SnapshotPart, SnapshotViewer, SpectatorViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { ChannelRepository } from '../records/channel.repository';

/** The default channels in POST /register. Their groups are always empty, because none can be created. */
@Injectable()
export class DefaultChannelsSnapshot implements SnapshotPart, OnModuleInit {
  readonly types = ['default_streams', 'default_stream_groups'];

  constructor(
    private readonly channels: ChannelRepository,
    private readonly users: Users,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addPart(this);
  }

  async read({ actor }: SnapshotViewer, wanted: ReadonlySet<string> | null): Promise<Record<string, unknown>> {
    const wants = (type: string) => wanted === null || wanted.has(type);
    return {
      ...(wants('default_streams') ? { realm_default_streams: await this.idsFor(actor) } : {}),
      ...(wants('default_stream_groups') ? { realm_default_stream_groups: [] } : {}),
    };
  }

  /** Empty, as for guests. */
  readForSpectator(_: SpectatorViewer, wanted: ReadonlySet<string> | null): Record<string, unknown> {
    const wants = (type: string) => wanted === null || wanted.has(type);
    return {
      ...(wants('default_streams') ? { realm_default_streams: [] } : {}),
      ...(wants('default_stream_groups') ? { realm_default_stream_groups: [] } : {}),
    };
  }

  private async idsFor({ organizationId, userId }: Actor): Promise<ChannelId[]> {
    const { role } = await this.users.get(organizationId, userId);
    return isGuest(role) ? [] : this.channels.defaultIds(organizationId);
  }
}
