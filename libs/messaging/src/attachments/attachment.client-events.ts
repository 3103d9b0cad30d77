import type { OrganizationId, UserId } from '@app/kernel';
import { EventKind, EventLog, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { ListedAttachment } from './attachment';

/** The space that the organization's files take, in bytes. */
interface Space {
  readonly used: number;
}

type Payload = Space &
  ({ readonly op: 'add' | 'update'; readonly attachment: object } | { readonly op: 'remove'; readonly id: number });

const changed: EventKind<Payload> = {
  kind: 'attachment',
  type: 'attachment',
  variant: () => '',
  shape: (payload) => ({
    type: 'attachment',
    op: payload.op,
    attachment: payload.op === 'remove' ? { id: payload.id } : payload.attachment,
    upload_space_used: payload.used,
  }),
};

/** A file as clients receive it; times are in milliseconds. */
export const attachmentObject = ({ id, name, pathId, size, createdAt, messages }: ListedAttachment) => ({
  id,
  name,
  path_id: pathId,
  size,
  create_time: createdAt,
  messages: messages.map((message) => ({ id: message.id, date_sent: message.sentAt })),
});

/** Tells the owners of files about them (docs/protocol/files.md). */
@Injectable()
export class AttachmentClientEvents implements OnModuleInit {
  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(changed);
  }

  tellAdded(organizationId: OrganizationId, file: ListedAttachment, used: number): void {
    this.tell(organizationId, file.ownerId, { op: 'add', attachment: attachmentObject(file), used });
  }

  tellUpdated(organizationId: OrganizationId, file: ListedAttachment, used: number): void {
    this.tell(organizationId, file.ownerId, { op: 'update', attachment: attachmentObject(file), used });
  }

  tellRemoved(organizationId: OrganizationId, { id, ownerId }: { id: number; ownerId: UserId }, used: number): void {
    this.tell(organizationId, ownerId, { op: 'remove', id, used });
  }

  private tell(organizationId: OrganizationId, ownerId: UserId, payload: Payload): void {
    this.log.tell({ kind: changed.kind, organizationId, audience: { to: 'users', ids: [ownerId] }, payload });
  }
}
