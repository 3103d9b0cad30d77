import { actorOf, type ExportPage, type ExportScope, ExportSections, Organizations } from '@app/identity';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { messageObject } from '../message-views/message-object.client-events';
import { MessageViews } from '../message-views/message-views.service';
import { ExportedMessageAccess } from './exported-message-access.service';
import { ExportedMessageRepository } from './exported-message.repository';

/** Messages that are looked at together. Tests reduce it. */
export const MESSAGES = { atOnce: 500 };

/** As stored: Markdown, and the empty topic without a name. */
const FORM = { applyMarkdown: false, clientGravatar: true, emptyTopicName: null };

/** The messages of exports, as `GET /messages` shows them to the administrator who asked. */
@Injectable()
export class ExportedMessages implements OnModuleInit {
  constructor(
    private readonly sections: ExportSections,
    private readonly rows: ExportedMessageRepository,
    private readonly access: ExportedMessageAccess,
    private readonly views: MessageViews,
    private readonly organizations: Organizations,
  ) {}

  onModuleInit(): void {
    this.sections.add({ name: 'messages', next: (scope, position) => this.next(scope, position) });
  }

  /** In the order of ids, so that a message that is moved meanwhile is neither left out nor doubled. */
  private async next(scope: ExportScope, position: number): Promise<ExportPage> {
    const looked = await this.rows.after(position, MESSAGES.atOnce);
    const ours = looked.filter(
      ({ organizationId, sentAt }) => organizationId === scope.organizationId && sentAt <= scope.requestedAt,
    );
    const { messages, channels } = await this.access.among(
      scope,
      ours.map(({ id }) => id),
    );
    const organization = await this.organizations.current(scope.organizationId);
    const written = await this.views.write(actorOf(scope.acting, organization), messages, channels);
    const last = looked.at(-1);
    const hasMore = looked.length === MESSAGES.atOnce && last!.sentAt <= scope.requestedAt;
    return {
      rows: written.map(({ view }) => messageObject(view, FORM)),
      uploads: [],
      position: hasMore ? last!.id : null,
    };
  }
}
