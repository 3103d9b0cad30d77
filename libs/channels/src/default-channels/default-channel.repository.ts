import type { ChannelId, OrganizationId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

@Injectable()
export class DefaultChannelRepository {
  constructor(private readonly database: Database) {}

  async set(organizationId: OrganizationId, channelId: ChannelId, isDefault: boolean): Promise<void> {
    await this.database.write('UPDATE channel SET is_default = $3 WHERE organization_id = $1 AND id = $2', [
      organizationId,
      channelId,
      isDefault,
    ]);
  }
}
