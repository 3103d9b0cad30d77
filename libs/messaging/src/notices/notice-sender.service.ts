import { actorOf, RenderingOptions, Organizations, SystemBots, Users } from '@app/identity';
import { Clock } from '@app/kernel';
import { findReferences, render } from '@app/markdown';
import { Backlog, isDatabaseAway, Log, Worker, Workers } from '@app/platform';
import { Channels } from '@app/channels';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { normaliseContent } from '../content';
import { NoticeRepository, StoredNotice } from './notice.repository';
import { MessagePreparation, PreparedMessage } from '../writing/message-preparation.service';
import { NoticeWriter } from './notice-writer.service';

const BATCH = 20;
/** A request waits this long for its notices. The rest is sent soon after. */
const PATIENCE_MS = 1_500;
const EVERY_MS = 2_000;

/**
 * Sends the stored notices, each once: the transaction that sends a notice deletes its row. If sending fails, a node
 * tries again later.
 */
@Injectable()
export class NoticeSender implements Worker, OnModuleInit {
  readonly name = 'notices';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly rows: NoticeRepository,
    private readonly notices: NoticeWriter,
    private readonly preparation: MessagePreparation,
    private readonly renderingOptions: RenderingOptions,
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly systemBots: SystemBots,
    private readonly channels: Channels,
    private readonly workers: Workers,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  /** Sends these notices one after the other. Waits if another node is sending them. Never rejects. */
  async sendNow(ids: readonly number[]): Promise<void> {
    const patience = Date.now() + PATIENCE_MS;
    try {
      for (const id of ids) {
        if (Date.now() > patience) return this.workers.nudge(this.name);
        await this.attempt(id, true);
      }
    } catch (error) {
      this.log.warn('notices must wait', { error });
      this.workers.nudge(this.name);
    }
  }

  async work(signal: AbortSignal): Promise<boolean> {
    const ids = await this.rows.due(BATCH);
    for (const id of ids) if (!signal.aborted) await this.attempt(id, false);
    return ids.length === BATCH;
  }

  backlog(): Promise<Backlog> {
    return this.rows.backlog();
  }

  /** @throws what keeps all notices from being sent */
  private async attempt(id: number, waits: boolean): Promise<void> {
    try {
      const notice = await this.rows.find(id);
      if (notice) await this.notices.send(await this.prepare(notice), notice, () => this.rows.claim(id, waits));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const isKept = await this.rows.postpone(id);
      this.log.warn(isKept ? 'a notice could not be sent yet' : 'a notice was given up', { notice: id, error });
    }
  }

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
