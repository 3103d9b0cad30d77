import { Actor, CurrentActor, HumansOnly, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { DeviceTokens } from '../app/device-tokens.service';
import { AppleDeviceTokenRequest, DeviceTokenRequest } from './device-tokens.dto';

const SECTION = 'reference realtime-and-push 6.7';
const TAG = 'own account';

/** What clients call at this feature level as soon as their device has a token. */
@HumansOnly()
@Controller('api/v1')
export class DeviceTokensController {
  constructor(private readonly tokens: DeviceTokens) {}

  @Operation('POST', 'users/me/android_gcm_reg_id', {
    summary: 'Register an Android device: no notification in the clear is ever sent to it',
    section: SECTION,
    tag: TAG,
    request: DeviceTokenRequest,
  })
  async addAndroid(@CurrentActor() actor: Actor, @Parameters() { token }: DeviceTokenRequest): Promise<object> {
    await this.tokens.add(actor, 'gcm', token);
    return {};
  }

  @Operation('DELETE', 'users/me/android_gcm_reg_id', {
    summary: 'Forget an Android device',
    section: SECTION,
    tag: TAG,
    request: DeviceTokenRequest,
  })
  async removeAndroid(@CurrentActor() actor: Actor, @Parameters() { token }: DeviceTokenRequest): Promise<object> {
    await this.tokens.remove(actor, 'gcm', token);
    return {};
  }

  @Operation('POST', 'users/me/apns_device_token', {
    summary: 'Register an Apple device: no notification in the clear is ever sent to it',
    section: SECTION,
    tag: TAG,
    request: AppleDeviceTokenRequest,
  })
  async addApple(@CurrentActor() actor: Actor, @Parameters() { token }: AppleDeviceTokenRequest): Promise<object> {
    await this.tokens.add(actor, 'apns', token);
    return {};
  }

  @Operation('DELETE', 'users/me/apns_device_token', {
    summary: 'Forget an Apple device',
    section: SECTION,
    tag: TAG,
    request: DeviceTokenRequest,
  })
  async removeApple(@CurrentActor() actor: Actor, @Parameters() { token }: DeviceTokenRequest): Promise<object> {
    await this.tokens.remove(actor, 'apns', token);
    return {};
  }
}
