import type { MessageId, OrganizationId } from '@app/kernel';

/** A message that is to be rendered again. */
export interface DueRerendering {
  /** The id of the message. */
  readonly id: MessageId;
  readonly organizationId: OrganizationId;
  /** Identifies the last request for this message. */
  readonly request: number;
}
