import type { MessageId, OrganizationId } from '@app/kernel';

/** A message that is to be rendered again. */
export interface DueRerendering {
  /** Of the message. */
  readonly id: MessageId;
  readonly organizationId: OrganizationId;
  /** Which of the requests for this message this is. */
  readonly request: number;
}
