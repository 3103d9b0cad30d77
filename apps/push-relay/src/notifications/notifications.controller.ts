import { JsonBody } from '../http/json-body';
import type { Organization } from '../organizations/organization';
import { CurrentOrganization } from '../organizations/organization.guard';
import { RemoteController, RemoteOperation } from '../organizations/remote-operations';
import { PUSH_STATUS } from '../organizations/realms.service';
import { Notifications } from './notifications.service';
import { readNotifyRequest } from './notify-request';

@RemoteController()
export class NotificationsController {
  constructor(private readonly notifications: Notifications) {}

  /** Reference: realtime-and-push.md 6.3. */
  @RemoteOperation('push/e2ee/notify')
  async notify(@CurrentOrganization() organization: Organization, @JsonBody() body: unknown): Promise<object> {
    const { sent, toDelete, failed } = await this.notifications.notify(organization, readNotifyRequest(body));
    return {
      // Servers know two kinds; what is reached by Web Push is nearly always an Android phone.
      android_successfully_sent_count: sent.fcm + sent.web_push,
      apple_successfully_sent_count: sent.apns,
      delete_device_ids: toDelete.map(BigInt),
      failed_device_ids: failed.map(BigInt),
      realm_push_status: PUSH_STATUS,
    };
  }
}
