import { Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { ConversationRepository } from '../records/conversation.repository';
import { FlagRepository } from '../records/flag.repository';
import { MessageRepository } from '../records/message.repository';

const MAX_STARRED = 10_000;
const MAX_CONVERSATIONS = 1_000;

/** One part of POST /register (docs/protocol/events.md), with its read. */
abstract class MessageSnapshotPart implements SnapshotPart, OnModuleInit {
  abstract readonly types: readonly string[];

  constructor(private readonly registry: Registry) {}

  abstract read(viewer: SnapshotViewer): Promise<Record<string, unknown>>;

  abstract readForSpectator(): Record<string, unknown>;

  onModuleInit(): void {
    this.registry.addPart(this);
  }
}

@Injectable()
export class NewestMessageSnapshot extends MessageSnapshotPart {
  readonly types = ['message'];

  constructor(
    private readonly messages: MessageRepository,
    registry: Registry,
  ) {
    super(registry);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    return { max_message_id: (await this.messages.newestReceived(actor.userId)) ?? -1 };
  }

  readForSpectator(): Record<string, unknown> {
    return { max_message_id: -1 };
  }
}

@Injectable()
export class StarredSnapshot extends MessageSnapshotPart {
  readonly types = ['starred_messages'];

  constructor(
    private readonly flags: FlagRepository,
    registry: Registry,
  ) {
    super(registry);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    return { starred_messages: await this.flags.starred(actor.userId, MAX_STARRED) };
  }

  readForSpectator(): Record<string, unknown> {
    return { starred_messages: [] };
  }
}

@Injectable()
export class RecentConversationsSnapshot extends MessageSnapshotPart {
  readonly types = ['recent_private_conversations'];

  constructor(
    private readonly conversations: ConversationRepository,
    registry: Registry,
  ) {
    super(registry);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    const recent = await this.conversations.recent(actor.userId, MAX_CONVERSATIONS);
    return {
      recent_private_conversations: recent.map(({ participantIds, newestId }) => ({
        max_message_id: newestId,
        user_ids: participantIds.filter((id) => id !== actor.userId),
      })),
    };
  }

  readForSpectator(): Record<string, unknown> {
    return { recent_private_conversations: [] };
  }
}
