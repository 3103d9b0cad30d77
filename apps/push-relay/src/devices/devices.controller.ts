import { Parameters } from '@app/platform';
import { RequestIsInvalid } from '../http/errors';
import { base64, int64Of, realmUuid } from '../http/wire';
import type { Organization } from '../organizations/organization';
import { CurrentOrganization } from '../organizations/organization.guard';
import { RemoteController, RemoteOperation } from '../organizations/remote-operations';
import { RegisterDeviceRequest } from './devices.dto';
import { Devices } from './devices.service';

@RemoteController()
export class DevicesController {
  constructor(private readonly devices: Devices) {}

  /** Reference: realtime-and-push.md 6.3. */
  @RemoteOperation('push/e2ee/register')
  async register(
    @CurrentOrganization() organization: Organization,
    @Parameters() request: RegisterDeviceRequest,
  ): Promise<object> {
    const account = int64Of(request.push_account_id);
    if (account === null) throw new RequestIsInvalid('push_account_id is not an integer of 64 bits');
    const id = await this.devices.register(organization, {
      realmUuid: realmUuid(request.realm_uuid),
      account,
      box: base64('encrypted_push_registration', request.encrypted_push_registration),
      relayKey: request.bouncer_public_key,
    });
    return { device_id: BigInt(id) };
  }
}
