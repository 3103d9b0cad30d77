import type { ChannelId, OrganizationId } from '@app/kernel';
import { Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ReferredChannelIsUnknown } from '../errors';
import { ChannelReference } from '../organizations/channel-reference.port';
import { OwnerLoginMethods } from '../organizations/owner-login-methods.service';
import type { Organization } from '../records/organization';
import type { OrganizationSettings } from '../records/organization-settings';
import { videoChatProviders } from './organization-choices.client-events';
import { ModerationChannelMustBePrivate, VideoChatProviderIsUnknown } from './organization-settings.errors';

/** Settings that name a channel. */
export const CHANNELS = [
  'moderationRequestChannelId',
  'newChannelAnnouncementsChannelId',
  'signupAnnouncementsChannelId',
  'updateAnnouncementsChannelId',
] as const satisfies readonly (keyof OrganizationSettings)[];

/** What new values of settings must be. */
@Injectable()
export class OrganizationSettingRules {
  constructor(
    private readonly channels: ChannelReference,
    private readonly ownerLoginMethods: OwnerLoginMethods,
    private readonly config: Config,
  ) {}

  /**
   * @param settings those that change
   * @throws ReferredChannelIsUnknown, ModerationChannelMustBePrivate, OwnersWouldBeLockedOut, VideoChatProviderIsUnknown
   */
  async assertHold(before: Organization, settings: Partial<OrganizationSettings>): Promise<void> {
    for (const key of CHANNELS) await this.assertUsable(before.id, key, settings[key] ?? null);
    await this.assertOwnersStayIn(before, settings);
    this.assertIsProvider(settings.videoChatProvider);
  }

  /** A report may quote a direct message, so the channel must be private (docs/protocol/topics.md). */
  private async assertUsable(id: OrganizationId, key: (typeof CHANNELS)[number], channelId: number | null) {
    if (channelId === null) return;
    const channel = await this.channels.find(id, channelId as ChannelId);
    if (!channel) throw new ReferredChannelIsUnknown();
    if (key === 'moderationRequestChannelId' && !channel.isPrivate) throw new ModerationChannelMustBePrivate();
  }

  private async assertOwnersStayIn(before: Organization, { authenticationMethods }: Partial<OrganizationSettings>) {
    if (!authenticationMethods || authenticationMethods.Email) return;
    const settings = { ...before.settings, authenticationMethods };
    await this.ownerLoginMethods.assertOneStays({ id: before.id, settings }, { passwords: true });
  }

  private assertIsProvider(wanted: number | undefined): void {
    const known = Object.values(videoChatProviders(this.config));
    if (wanted !== undefined && !known.some(({ id }) => id === wanted)) throw new VideoChatProviderIsUnknown(wanted);
  }
}
