import type { ChannelId, OrganizationId } from '@app/kernel';

export interface ReferredChannel {
  readonly isPrivate: boolean;
}

/** Checks the channels that settings of the organization refer to. The channels context implements it. */
export abstract class ChannelReference {
  /** A channel of the organization that is not archived; `null`: there is none. */
  abstract find(organizationId: OrganizationId, channelId: ChannelId): Promise<ReferredChannel | null>;
}
