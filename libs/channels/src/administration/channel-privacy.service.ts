import { Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Channel } from '../records/channel';
import {
  ChannelCreationIsNotPermitted,
  ContentAccessIsRequired,
  ModerationChannelCannotBePublic,
  WebPublicChannelsAreOff,
} from '../errors';
import { changedPrivacy, isSamePrivacy, Privacy, PrivacyChange } from '../records/privacy';
import type { ChannelAccess } from '../access/access';
import type { ChannelPolicy } from '../access/policies.service';

/** Decides whether an actor may change the privacy of a channel. */
@Injectable()
export class ChannelPrivacy {
  constructor(private readonly config: Config) {}

  /**
   * The privacy of a channel after a change. The actor must be permitted to create channels of the new kind, and must
   * be able to read this one.
   * @throws ChannelPrivacyIsInvalid, ContentAccessIsRequired, ChannelCreationIsNotPermitted, WebPublicChannelsAreOff,
   * ModerationChannelCannotBePublic
   */
  changed(
    { policy, access, before }: { policy: ChannelPolicy; access: ChannelAccess; before: Channel },
    change: PrivacyChange,
  ): Privacy {
    const after = changedPrivacy(before, change);
    if (isSamePrivacy(before, after)) return after;
    if (!access.changesWhoReads(before)) throw new ContentAccessIsRequired();
    const kind = after.isPrivate ? 'private' : 'public';
    if (after.isPrivate !== before.isPrivate && !access.creates(kind)) throw new ChannelCreationIsNotPermitted(kind);
    if (after.isWebPublic && !before.isWebPublic) this.assertMayBeWebPublic(policy, access);
    const { moderationRequestChannelId } = policy.organization.settings;
    if (!after.isPrivate && before.id === moderationRequestChannelId) throw new ModerationChannelCannotBePublic();
    return after;
  }

  private assertMayBeWebPublic({ organization }: ChannelPolicy, access: ChannelAccess): void {
    if (!this.config.webPublicChannels || !organization.settings.enableSpectatorAccess)
      throw new WebPublicChannelsAreOff();
    if (!access.creates('web-public')) throw new ChannelCreationIsNotPermitted('web-public');
  }
}
