import { single } from '@app/kernel';
import type { ChannelId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { BotSettings } from './bot';
import { BotChannelIsUnknown } from './bot.errors';
import type { User } from '../records/user';
import { BotRepository } from './bot.repository';
import { Audit } from '../audit/audit.service';
import { BotChannels } from './bot-channels.port';
import { BotDirectory } from './bot-directory.service';
import { defaultChannelNames } from './bot-object.client-events';
import { BotClientEvents } from './bots.client-events';

/** Default channels by name. An empty string removes the default; an absent field leaves it unchanged. */
export interface BotSettingsPatch {
  defaultSendingChannel?: string;
  defaultEventsChannel?: string;
  defaultAllPublicChannels?: boolean;
}

/** Changes the default channels of bots. */
@Injectable()
export class BotSettingChanges {
  constructor(
    private readonly bots: BotRepository,
    private readonly directory: BotDirectory,
    private readonly channels: BotChannels,
    private readonly clients: BotClientEvents,
    private readonly audit: Audit,
  ) {}

  /** The caller's transaction holds the organization's lock. */
  async change(actor: Actor, user: User, patch: BotSettingsPatch): Promise<void> {
    const { settings, channelNames: formerNames } = single(await this.directory.known(user.organizationId, [user]));
    const patched = await this.patched(actor, settings, patch);
    if (JSON.stringify(patched) === JSON.stringify(settings)) return;
    await this.bots.save(user.organizationId, patched);
    this.audit.record({
      organizationId: user.organizationId,
      action: 'changed',
      object: { type: 'bot', id: user.id },
      before: factsOf(settings),
      after: factsOf(patched),
    });
    const { channelNames: present } = single(await this.directory.known(user.organizationId, [user]));
    const names = new Map([...formerNames, ...present]);
    const before = defaultChannelNames({ settings, channelNames: names });
    const after = defaultChannelNames({ settings: patched, channelNames: names });
    const fields = Object.keys(after) as (keyof typeof after)[];
    for (const field of fields.filter((one) => before[one] !== after[one]))
      await this.clients.tellChange(user, { [field]: after[field] });
  }

  /**
   * Returns the new settings. A user can choose only channels that the user may read.
   * @throws BotChannelIsUnknown
   */
  async patched(actor: Actor, present: BotSettings, patch: BotSettingsPatch): Promise<BotSettings> {
    const { defaultSendingChannel, defaultEventsChannel, defaultAllPublicChannels } = patch;
    return {
      userId: present.userId,
      defaultSendingChannelId: await this.patchedChannel(actor, present.defaultSendingChannelId, defaultSendingChannel),
      defaultEventsChannelId: await this.patchedChannel(actor, present.defaultEventsChannelId, defaultEventsChannel),
      defaultAllPublicChannels: defaultAllPublicChannels ?? present.defaultAllPublicChannels,
    };
  }

  private async patchedChannel(
    actor: Actor,
    present: ChannelId | null,
    name: string | undefined,
  ): Promise<ChannelId | null> {
    if (name === undefined) return present;
    if (name.trim() === '') return null;
    const found = await this.channels.find(actor, name.trim());
    if (found === null) throw new BotChannelIsUnknown(name);
    return found;
  }
}

const factsOf = ({ defaultSendingChannelId, defaultEventsChannelId, defaultAllPublicChannels }: BotSettings) => ({
  default_sending_channel_id: defaultSendingChannelId,
  default_events_channel_id: defaultEventsChannelId,
  default_all_public_channels: defaultAllPublicChannels,
});
