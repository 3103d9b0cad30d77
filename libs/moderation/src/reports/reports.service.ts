import { Audit, Organizations, Users } from '@app/identity';
import { ChannelId, Clock, UserId } from '@app/kernel';
import { Messages, normaliseTopic, Notices, ReaderMessageView } from '@app/messaging';
import { Actor, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ReportDoesNotExist, ReportingIsNotEnabled } from './report.errors';
import { Report, ReportContent } from './report';
import { Named, ReportedMessage, reportText, reportTopic } from './report-text';
import { ReportFilter, ReportRepository } from './report.repository';
import { assertModerator } from './access';

/** The new state of a report. An absent note leaves the note unchanged. */
export interface ReportPatch {
  readonly isResolved: boolean;
  readonly note?: string;
}

/** Reports of messages. Moderators are told of each report and close it (docs/protocol/moderation.md). */
@Injectable()
export class Reports {
  constructor(
    private readonly rows: ReportRepository,
    private readonly messages: Messages,
    private readonly notices: Notices,
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * A user may report each readable message any number of times.
   * @throws ReportingIsNotEnabled, MessageIsInvalid
   */
  async report(actor: Actor, messageId: number, content: ReportContent): Promise<void> {
    const { organizationId, userId } = actor;
    const { settings, emptyTopicName } = await this.organizations.current(organizationId);
    const channelId = settings.moderationRequestChannelId as ChannelId | null;
    if (channelId === null) throw new ReportingIsNotEnabled();
    const viewed = await this.messages.get(actor, messageId);
    const reported = await this.reported(actor, viewed);
    const { message } = viewed;
    await this.transactions.run([], async () => {
      await this.rows.insert({
        organizationId,
        messageId: message.id,
        senderId: message.senderId,
        reporterId: userId,
        reportedAt: this.clock.now(),
        ...content,
      });
      this.notices.post({
        organizationId,
        channelId,
        topic: normaliseTopic(reportTopic(reported.sender), emptyTopicName),
        content: reportText({ id: userId, fullName: actor.fullName }, reported, content),
        linkedChannelIds: message.channelId === null ? [] : [message.channelId],
      });
    });
  }

  /**
   * Returns a page of reports, newest first, and whether older ones are left.
   * @throws MustBeModerator
   */
  async list(actor: Actor, filter: ReportFilter, limit: number): Promise<{ reports: Report[]; isLast: boolean }> {
    assertModerator(actor);
    const reports = await this.rows.list(actor.organizationId, filter, limit + 1);
    return { reports: reports.slice(0, limit), isLast: reports.length <= limit };
  }

  /**
   * Closes or reopens a report and returns its new state. Closing it again keeps the moderator who closed it first.
   * @throws MustBeModerator, ReportDoesNotExist
   */
  async change(actor: Actor, id: number, patch: ReportPatch): Promise<Report> {
    assertModerator(actor);
    const { organizationId, userId } = actor;
    return this.transactions.run([], async () => {
      const before = await this.rows.lock(organizationId, id);
      if (!before) throw new ReportDoesNotExist();
      const resolution = patch.isResolved
        ? (before.resolution ?? { resolverId: userId, resolvedAt: this.clock.seconds() })
        : null;
      const after = { ...before, resolution, note: patch.note ?? before.note };
      if (after.note === before.note && after.resolution === before.resolution) return before;
      await this.rows.update(organizationId, after);
      this.record(actor, before, after);
      return after;
    });
  }

  /** Uses real names: moderators see all users, even if the reporter does not. */
  private async reported({ organizationId }: Actor, { view, message }: ReaderMessageView): Promise<ReportedMessage> {
    const { id, senderId, participantIds, content, sentAt, topic } = message;
    const users = await this.users.byIds(organizationId, [senderId, ...(participantIds ?? [])]);
    const named = (userId: UserId): Named => ({ id: userId, fullName: users.get(userId)!.fullName });
    const place = view.channel ? { channel: view.channel, topic } : { people: participantIds!.map(named) };
    return { id, sender: named(senderId), content, sentAt, place };
  }

  private record({ organizationId }: Actor, before: Report, after: Report): void {
    const isResolved = ({ resolution }: Report) => resolution !== null;
    const change = isResolved(after) ? 'resolved' : 'reopened';
    this.audit.record({
      organizationId,
      action: isResolved(before) === isResolved(after) ? 'noted' : change,
      object: { type: 'report', id: after.id },
      before: { resolved: isResolved(before) },
      after: { resolved: isResolved(after) },
    });
  }
}
