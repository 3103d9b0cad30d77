import { Actor, CurrentActor, HumansOnly, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { DeviceTokens } from './device-tokens.service';
import { TokenTests } from './token-tests.service';
import { AppleDeviceTokenRequest, DeviceTokenRequest, TokenTestRequest } from './device-tokens.dto';

const SECTION = 'docs/protocol/notifications.md';
const TAG = 'push notifications';

/** The operations of apps without encrypted notifications. */
@HumansOnly()
@Controller('api/v1')
export class DeviceTokensController {
  constructor(
    private readonly tokens: DeviceTokens,
    private readonly tests: TokenTests,
  ) {}

  @Operation('POST', 'users/me/android_gcm_reg_id', {
    summary: 'Register an Android device for notifications in the clear',
    section: SECTION,
    tag: TAG,
    request: DeviceTokenRequest,
  })
  async addAndroid(@CurrentActor() actor: Actor, @Parameters() { token }: DeviceTokenRequest): Promise<object> {
    await this.tokens.add(actor, 'gcm', token);
    return {};
  }

  @Operation('DELETE', 'users/me/android_gcm_reg_id', {
    summary: 'Remove an Android device',
    section: SECTION,
    tag: TAG,
    request: DeviceTokenRequest,
  })
  async removeAndroid(@CurrentActor() actor: Actor, @Parameters() { token }: DeviceTokenRequest): Promise<object> {
    await this.tokens.remove(actor, 'gcm', token);
    return {};
  }

  @Operation('POST', 'users/me/apns_device_token', {
    summary: 'Register an Apple device for notifications in the clear',
    section: SECTION,
    tag: TAG,
    request: AppleDeviceTokenRequest,
  })
  async addApple(
    @CurrentActor() actor: Actor,
    @Parameters() { token, appid }: AppleDeviceTokenRequest,
  ): Promise<object> {
    await this.tokens.add(actor, 'apns', token, appid);
    return {};
  }

  @Operation('DELETE', 'users/me/apns_device_token', {
    summary: 'Remove an Apple device',
    section: SECTION,
    tag: TAG,
    request: DeviceTokenRequest,
  })
  async removeApple(@CurrentActor() actor: Actor, @Parameters() { token }: DeviceTokenRequest): Promise<object> {
    await this.tokens.remove(actor, 'apns', token);
    return {};
  }

  @Operation('POST', 'mobile_push/test_notification', {
    summary: 'Send a notification in the clear to devices that were registered by token, to see whether it arrives',
    section: SECTION,
    tag: TAG,
    request: TokenTestRequest,
    errors: [
      'PUSH_SERVICE_NOT_CONFIGURED',
      'INVALID_PUSH_DEVICE_TOKEN',
      'NO_ACTIVE_PUSH_DEVICE',
      'ADMIN_ACTION_REQUIRED',
      'FAILED_TO_CONNECT_BOUNCER',
      'INTERNAL_SERVER_ERROR_ON_BOUNCER',
    ],
  })
  async test(@CurrentActor() actor: Actor, @Parameters() { token }: TokenTestRequest): Promise<object> {
    await this.tests.send(actor, token ?? null);
    return {};
  }
}
