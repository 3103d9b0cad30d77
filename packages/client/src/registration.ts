import type { Connection, RequestOptions } from './connection';
import type { Snapshot } from './generated/events';

export interface RegisterOptions extends RequestOptions {
  /** Seconds that the server keeps the queue while it is not read. */
  readonly idleSeconds?: number;
  /** Types of events, and with them parts of the snapshot; absent: all. */
  readonly eventTypes?: readonly string[];
  /** Parts of the snapshot, where they are others than those of the event types. */
  readonly snapshotParts?: readonly string[];
}

/** What this package understands of newer forms. */
const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: false, // the types describe the other form
};

/** A queue, and the state that its events go on from. @throws RequestRefused, ServerUnreachable */
export async function register(connection: Connection, options: RegisterOptions = {}): Promise<Snapshot> {
  const { idleSeconds, eventTypes, snapshotParts, ...request } = options;
  const parameters = {
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
    client_capabilities: CAPABILITIES,
    ...(idleSeconds === undefined ? {} : { idle_queue_timeout: idleSeconds }),
    ...(eventTypes === undefined ? {} : { event_types: [...eventTypes] }),
    ...(snapshotParts === undefined ? {} : { fetch_event_types: [...snapshotParts] }),
  };
  return connection.request('POST register', parameters, request);
}
