import type { ChannelId, ConversationId, MessageId, OrganizationId, UserId } from '@app/kernel';
import type { StoredEdit } from './edit-history';
import type { Standing } from '../received/flag';
import type { ReadRule } from '../received/read-rule';

/** Where a message is: exactly one of the two. */
export type Place =
  | { readonly channelId: ChannelId; readonly conversationId: null }
  | { readonly channelId: null; readonly conversationId: ConversationId };

interface MessageFields {
  readonly id: MessageId;
  readonly topic: string;
  readonly senderId: UserId;
  /** Source text. */
  readonly content: string;
  readonly html: string;
  readonly isMeMessage: boolean;
  /** Name of the sending client. */
  readonly client: string;
}

export type NewMessage = Place &
  MessageFields & {
    readonly organizationId: OrganizationId;
    readonly rendererVersion: number;
    readonly hasLink: boolean;
    /** An image is shown. */
    readonly hasImage: boolean;
    /** A file is claimed. */
    readonly hasAttachment: boolean;
    readonly mentionsChannel: boolean;
    readonly mentionsTopic: boolean;
    readonly readRule: ReadRule;
    /** Who is mentioned and receives it, ascending, where they are too many for a row each; else null. */
    readonly namedIds: readonly UserId[] | null;
    readonly sentAt: Date;
  };

/** A message as one user finds it. */
export type ViewedMessage = Place &
  MessageFields &
  Standing & {
    /** UNIX seconds. */
    readonly sentAt: number;
    /** Of a direct message: everybody in the conversation, ascending. */
    readonly participantIds: readonly UserId[] | null;
    /** Newest first; null: it is as it was sent. */
    readonly edits?: readonly StoredEdit[] | null;
  };

/** A message as it is to be edited. */
export type EditableMessage = ViewedMessage & {
  /** A poll or a list of tasks. */
  readonly isWidget: boolean;
};

/** What flags are decided by: a message without its text. */
export type MessageStanding = Place & Standing & Pick<ViewedMessage, 'id' | 'topic' | 'participantIds'>;

/** Programs that people write with: what is sent from them its sender has read. */
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
