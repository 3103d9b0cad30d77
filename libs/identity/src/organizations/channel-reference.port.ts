import type { ChannelId, OrganizationId } from '@app/kernel';

export interface ReferredChannel {
  readonly isPrivate: boolean;
}

/** The port by which settings of the organization that name a channel are checked; channels provides it globally. */
export abstract class ChannelReference {
  /** A channel of the organization that is not archived; `null`: there is none. */
  abstract find(organizationId: OrganizationId, channelId: ChannelId): Promise<ReferredChannel | null>;
}
