import { Channels } from '@app/channels';
import { actorOf, Organizations, RenderingOptions, SystemBots, Users } from '@app/identity';
import { Clock } from '@app/kernel';
import { findReferences, render } from '@app/markdown';
import { Injectable } from '@nestjs/common';
import { normaliseContent } from '../content';
import { MessagePreparation, PreparedMessage } from '../writing/message-preparation.service';
import type { StoredNotice } from './notice.repository';

/** Makes messages of stored notices. */
@Injectable()
export class NoticePreparation {
  constructor(
    private readonly preparation: MessagePreparation,
    private readonly renderingOptions: RenderingOptions,
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly systemBots: SystemBots,
    private readonly channels: Channels,
    private readonly clock: Clock,
  ) {}

  /**
   * The notice may link only to the permitted channels. Its mentions of users are silent, and it mentions nothing else.
   */
  async prepare(notice: StoredNotice): Promise<PreparedMessage> {
    const { organizationId } = notice;
    const content = normaliseContent(notice.content);
    const ids = findReferences(content).users.flatMap(({ id }) => id ?? []);
    const linked = [...notice.linkedChannelIds, ...(notice.channelId === null ? [] : [notice.channelId])];
    const [organization, bot, users, names] = await Promise.all([
      this.organizations.current(organizationId),
      notice.isWelcome ? this.systemBots.welcome(organizationId) : this.systemBots.notification(organizationId),
      this.users.findMentioned(organizationId, [], ids),
      this.channels.namesOf(organizationId, linked),
    ]);
    const channels = Array.from(names, ([id, name]) => ({ id, name }));
    const silent = { mentionedIds: [], mentionedGroups: [], mentionsChannel: false, mentionsTopic: false };
    const actor = actorOf(bot, organization);
    const options = await this.renderingOptions.of(actor);
    return {
      content,
      isReadBySender: false,
      echo: null,
      organization,
      rendering: {
        ...render(content, { ...options, users, groups: [], channels }),
        ...silent,
        unseenPages: [],
        attachments: [],
      },
      ...(await this.preparation.words(actor, content)),
      actor,
      sentAt: this.clock.now(),
    };
  }
}
