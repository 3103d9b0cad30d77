import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestDevice } from '../support/push/test-device';
import type { Notice } from './notices';
import { Disagreement, Scene } from './scene';

/** Of a relay that registers no device. */
const RELAY_KEY = randomBytes(32).toString('base64');
const TOLD_OF_EVERYTHING = { enable_online_push_notifications: true, enable_stream_push_notifications: true };
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 10;

/** The devices of all users in a scene, with what they have received since the sequence began. */
export class Devices {
  readonly notices: Notice[] = [];
  private readonly byOwner = new Map<number, TestDevice>();
  private readonly told = new Set<string>();

  constructor(private readonly scene: Scene) {}

  /** Every user gets one, with all notifications, present or not. */
  async handOut(): Promise<void> {
    const { scene } = this;
    await scene.sql(
      `UPDATE user_account SET settings = settings || '${JSON.stringify(TOLD_OF_EVERYTHING)}' WHERE organization_id = $1`,
      [scene.organizationId],
    );
    for (const who of scene.people) {
      const device = await scene.oracleServer.notices.newDevice();
      this.listen(who.id, device);
      const wish = device.registration(RELAY_KEY);
      const { status, text } = await scene.oracleServer.send(who, 'POST', 'mobile_push/register', wish);
      if (status !== 200) throw new Disagreement('POST mobile_push/register', who.name, text, 'success');
    }
    const waiting = 'SELECT FROM push_device WHERE organization_id = $1 AND device_id IS NULL';
    for (const end = Date.now() + PATIENCE_MS; (await scene.sql(waiting, [scene.organizationId])).length > 0;) {
      if (Date.now() > end) throw new Error('The server does not register the devices.');
      await delay(LOOK_AGAIN_MS);
    }
  }

  /** What they receive goes to this scene from now on. */
  goOnIn(others: Devices): void {
    this.told.forEach((one) => others.told.add(one));
    this.byOwner.forEach((device, userId) => others.listen(userId, device));
  }

  /** Whether the device of a user was ever notified of a message. */
  wereTold = (userId: number, messageId: number): boolean => this.told.has(`${userId} ${messageId}`);

  private listen(userId: number, device: TestDevice): void {
    this.byOwner.set(userId, device);
    this.scene.oracleServer.notices.deliver(device, (content) => {
      this.notices.push({ userId, content, at: this.scene.taken });
      if (content.type === 'message') this.told.add(`${userId} ${String(content.message_id)}`);
    });
  }
}
