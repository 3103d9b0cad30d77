import type { Actor } from '@app/platform';
import type { OrganizationId, UserId } from '@app/kernel';

/** The features that a client supports (docs/protocol/events.md); all `false` by default. */
export interface Capabilities {
  notification_settings_null: boolean;
  bulk_message_deletion: boolean;
  user_avatar_url_field_optional: boolean;
  stream_typing_notifications: boolean;
  user_settings_object: boolean;
  linkifier_url_template: boolean;
  user_list_incomplete: boolean;
  include_deactivated_groups: boolean;
  archived_channels: boolean;
  empty_topic_name: boolean;
  simplified_presence_events: boolean;
}

/** `[operator, operand]`, never negated. */
export type NarrowTerm = readonly [operator: string, operand: string | number];

/** The options of a queue, as it was registered. */
export interface QueueOptions {
  /** The event types to deliver; `null`: all. */
  eventTypes: readonly string[] | null;
  applyMarkdown: boolean;
  clientGravatar: boolean;
  slimPresence: boolean;
  /** The age limit of presence in a snapshot, in days; 0: without presence. */
  presenceHistoryDays: number;
  /**
   * Receives the messages of all public channels, subscribed or not: requested explicitly or by a narrow; never for
   * guests.
   */
  isWide: boolean;
  includeSubscribers: 'true' | 'false' | 'partial';
  narrow: readonly NarrowTerm[];
  capabilities: Capabilities;
}

/** The user for whom a snapshot is read. */
export interface SnapshotViewer {
  readonly actor: Actor;
  readonly options: QueueOptions;
}

/** A spectator for whom a snapshot is read. Spectators read web-public channels and have no queue. */
export interface SpectatorViewer {
  readonly organizationId: OrganizationId;
  readonly options: QueueOptions;
}

/** The user for whom an event is shaped. */
export interface QueueViewer {
  readonly queueId: string;
  readonly userId: UserId;
  readonly organizationId: OrganizationId;
  readonly options: QueueOptions;
}

export const NO_CAPABILITIES: Capabilities = {
  notification_settings_null: false,
  bulk_message_deletion: false,
  user_avatar_url_field_optional: false,
  stream_typing_notifications: false,
  user_settings_object: false,
  linkifier_url_template: false,
  user_list_incomplete: false,
  include_deactivated_groups: false,
  archived_channels: false,
  empty_topic_name: false,
  simplified_presence_events: false,
};
