import { Parameters } from '@app/platform';
import { JsonBody } from '../http/json-body';
import { uuidIn } from '../http/wire';
import type { Organization } from '../organizations/organization';
import { CurrentOrganization } from '../organizations/organization.guard';
import { RemoteController, RemoteOperation } from '../organizations/remote-operations';
import { PUSH_STATUS } from '../organizations/realms.service';
import { LegacyDeviceRequest, LegacyRegistrationRequest } from './legacy-devices.dto';
import { LegacyDevices } from './legacy-devices.service';
import { readLegacyNotifyRequest } from './legacy-notify-request';

const KINDS = { 1: 'apns', 2: 'fcm' } as const;

/** For the devices of apps that do not encrypt (docs/push-relay.md). */
@RemoteController()
export class LegacyDevicesController {
  constructor(private readonly devices: LegacyDevices) {}

  @RemoteOperation('push/register')
  async register(
    @CurrentOrganization() organization: Organization,
    @Parameters() request: LegacyRegistrationRequest,
  ): Promise<object> {
    const device = deviceIn(request);
    const appId = device.kind === 'apns' ? (request.ios_app_id ?? null) : null;
    await this.devices.register(organization, { ...device, appId });
    return {};
  }

  @RemoteOperation('push/unregister')
  async unregister(
    @CurrentOrganization() organization: Organization,
    @Parameters() request: LegacyDeviceRequest,
  ): Promise<object> {
    await this.devices.unregister(organization, deviceIn(request));
    return {};
  }

  @RemoteOperation('push/notify')
  async notify(@CurrentOrganization() organization: Organization, @JsonBody() body: unknown): Promise<object> {
    const { sent, deleted, failed } = await this.devices.notify(organization, readLegacyNotifyRequest(body));
    return {
      total_android_devices: sent.fcm,
      total_apple_devices: sent.apns,
      deleted_devices: { android_devices: deleted.fcm, apple_devices: deleted.apns },
      failed_devices: { android_devices: failed.fcm, apple_devices: failed.apns },
      realm_push_status: PUSH_STATUS,
    };
  }
}

const deviceIn = ({ realm_uuid, user_uuid, token, token_kind }: LegacyDeviceRequest) => ({
  realmUuid: uuidIn('realm_uuid', realm_uuid),
  userUuid: uuidIn('user_uuid', user_uuid),
  kind: KINDS[token_kind],
  token,
});
