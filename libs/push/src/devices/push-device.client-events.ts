import { EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { PushDevice, PushDeviceStatus, RegistrationFault, statusOf } from './push-device';
import { PushDeviceRepository } from './push-device.repository';

/** 64 bits: a JavaScript number cannot represent it, and clients of this feature level expect text. */
interface Payload {
  pushAccountId: string;
  status: PushDeviceStatus;
  errorCode: RegistrationFault | null;
}

const TYPE = 'push_device';

const pushDevice: EventKind<Payload> = {
  kind: TYPE,
  type: TYPE,
  variant: () => '',
  shape: ({ pushAccountId, status, errorCode }) => ({
    type: TYPE,
    push_account_id: pushAccountId,
    status,
    ...(errorCode === null ? {} : { error_code: errorCode }),
  }),
};

/** Client events and snapshot of device registrations. Only the user's own clients receive them. */
@Injectable()
export class PushDeviceClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = [TYPE];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly rows: PushDeviceRepository,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(pushDevice);
    this.registry.addPart(this);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    const devices = await this.rows.list(actor.userId);
    return { push_devices: Object.fromEntries(devices.map((one) => [String(one.pushAccountId), entryOf(one)])) };
  }

  readForSpectator(): Record<string, unknown> {
    return { push_devices: {} };
  }

  tellState(device: Omit<PushDevice, 'id'>): void {
    const { organizationId, userId, pushAccountId, errorCode } = device;
    const payload: Payload = { pushAccountId: String(pushAccountId), status: statusOf(device), errorCode };
    this.log.tell({ kind: TYPE, organizationId, audience: { to: 'users', ids: [userId] }, payload });
  }
}

const entryOf = (device: PushDevice): { status: PushDeviceStatus; error_code: RegistrationFault | null } => ({
  status: statusOf(device),
  error_code: device.errorCode,
});
