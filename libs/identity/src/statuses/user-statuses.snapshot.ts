import { Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { UserStatusRepository } from './user-status.repository';
import { GuestVisibility } from '../guest-visibility/guest-visibility.service';
import { statusObject } from './user-status.client-events';

/** `user_status` of POST /register: the statuses of users whom the viewer may see. */
@Injectable()
export class UserStatusesSnapshot implements OnModuleInit, SnapshotPart {
  readonly types = ['user_status'];

  constructor(
    private readonly registry: Registry,
    private readonly rows: UserStatusRepository,
    private readonly guestVisibility: GuestVisibility,
  ) {}

  onModuleInit(): void {
    this.registry.addPart(this);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    const known = await this.guestVisibility.current(actor);
    const statuses = (await this.rows.list(actor.organizationId)).filter(({ userId }) => known?.has(userId) ?? true);
    return { user_status: Object.fromEntries(statuses.map((one) => [String(one.userId), statusObject(one)])) };
  }

  readForSpectator(): Record<string, unknown> {
    return { user_status: {} };
  }
}
