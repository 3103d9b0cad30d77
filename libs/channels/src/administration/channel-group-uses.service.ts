import { GroupObjection, GroupUses } from '@app/identity';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { ChannelGroupUseRepository } from './channel-group-use.repository';

/** Tells the identity context which channels use a group that is to be deactivated. */
@Injectable()
export class ChannelGroupUses implements OnModuleInit {
  constructor(
    private readonly uses: GroupUses,
    private readonly rows: ChannelGroupUseRepository,
  ) {}

  onModuleInit(): void {
    this.uses.add(async (organizationId, groupId) => {
      const used = await this.rows.list(organizationId, groupId);
      return used.map((use): GroupObjection => ({ type: 'channel', ...use }));
    });
  }
}
