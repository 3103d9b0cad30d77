import type { ChannelId, ConversationId, MessageId, OrganizationId, UserId } from '@app/kernel';
import type { StoredEdit } from './edit-history';
import type { Lists, Standing } from '../received/flag';
import type { ReadRule } from '../received/read-rule';

/** The place of a message: exactly one of the two. */
export type Place =
  | { readonly channelId: ChannelId; readonly conversationId: null }
  | { readonly channelId: null; readonly conversationId: ConversationId };

interface MessageFields {
  readonly id: MessageId;
  readonly topic: string;
  readonly senderId: UserId;
  /** Markdown source. */
  readonly content: string;
  readonly html: string;
  readonly isMeMessage: boolean;
  /** Name of the sending client. */
  readonly client: string;
}

export type NewMessage = Place &
  MessageFields &
  Lists & {
    readonly organizationId: OrganizationId;
    readonly rendererVersion: number;
    readonly hasLink: boolean;
    /** Whether it shows an image. */
    readonly hasImage: boolean;
    /** Whether it contains a file. */
    readonly hasAttachment: boolean;
    readonly mentionsChannel: boolean;
    readonly mentionsTopic: boolean;
    readonly readRule: ReadRule;
    readonly sentAt: Date;
  };

/** A message with the state of one user. */
export type ViewedMessage = Place &
  MessageFields &
  Standing & {
    /** UNIX seconds. */
    readonly sentAt: number;
    /** For a direct message: all participants, ascending. */
    readonly participantIds: readonly UserId[] | null;
    /** Newest first; `null`: the message is unchanged. */
    readonly edits?: readonly StoredEdit[] | null;
  };

/** A message with the fields that an edit needs. */
export type EditableMessage = ViewedMessage & {
  /** A poll or a task list. */
  readonly isWidget: boolean;
};

/** The fields that determine flags: a message without its text. */
export type MessageStanding = Place & Standing & Pick<ViewedMessage, 'id' | 'topic' | 'participantIds'>;

/** Client programs of users. A message from one of them is read by its sender. */
const PERSONAL_CLIENTS = new Set([
  'website',
  'zulipmobile',
  'zulipflutter',
  'zulipelectron',
  'zulipdesktop',
  'zulipterminal',
  'zulipandroid',
  'zulipios',
  'android',
  'ios',
]);

export const isPersonalClient = (client: string): boolean =>
  PERSONAL_CLIENTS.has(client.toLowerCase()) || client.toLowerCase().includes('desktop app');
