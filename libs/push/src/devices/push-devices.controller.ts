import { Actor, CurrentActor, HumansOnly, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { PushDevices } from './push-devices.service';
import { TestNotifications } from './test-notifications.service';
import { RegisterPushDeviceRequest, TestPushDeviceRequest } from './push-devices.dto';

const TAG = 'push notifications';

/** Devices that receive encrypted notifications. */
@HumansOnly()
@Controller('api/v1')
export class PushDevicesController {
  constructor(
    private readonly devices: PushDevices,
    private readonly tests: TestNotifications,
  ) {}

  @Operation('POST', 'mobile_push/register', {
    summary: 'Register a device for encrypted notifications',
    section: 'docs/protocol/notifications.md',
    tag: TAG,
    request: RegisterPushDeviceRequest,
    errors: ['PUSH_SERVICE_NOT_CONFIGURED'],
  })
  async register(@CurrentActor() actor: Actor, @Parameters() request: RegisterPushDeviceRequest): Promise<object> {
    await this.devices.register(actor, {
      tokenKind: request.token_kind,
      pushAccountId: request.push_account_id,
      pushPublicKey: request.push_public_key,
      bouncerPublicKey: request.bouncer_public_key,
      encryptedPushRegistration: request.encrypted_push_registration,
    });
    return {};
  }

  @Operation('POST', 'mobile_push/e2ee/test_notification', {
    summary: 'Send an encrypted test notification to the own devices',
    section: 'docs/protocol/notifications.md',
    tag: TAG,
    request: TestPushDeviceRequest,
    errors: [
      'PUSH_SERVICE_NOT_CONFIGURED',
      'NO_ACTIVE_PUSH_DEVICE',
      'ADMIN_ACTION_REQUIRED',
      'FAILED_TO_CONNECT_BOUNCER',
      'INTERNAL_SERVER_ERROR_ON_BOUNCER',
    ],
  })
  async test(@CurrentActor() actor: Actor, @Parameters() { push_account_id }: TestPushDeviceRequest): Promise<object> {
    await this.tests.send(actor, push_account_id ?? null);
    return {};
  }
}
