import type { ChannelId, OrganizationId } from '@app/kernel';

/** The port by which settings of the organization that name a channel are checked; channels provides it globally. */
export abstract class ChannelReference {
  /** Whether there is such a channel in the organization, and it is not archived. */
  abstract isUsable(organizationId: OrganizationId, channelId: ChannelId): Promise<boolean>;
}
