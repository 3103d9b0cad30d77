import { randomBytes } from 'node:crypto';
import { Workers } from '@app/platform';
import type { Person } from '../person';
import { until } from '../until';
import type { World } from '../world';
import { RelayCall, ScriptedRelay } from './scripted-relay';
import { TestDevice } from './test-device';

/** A notification as it reached the relay, and as the phone reads it. */
export interface Arrived {
  readonly owner: Person;
  readonly device: TestDevice;
  readonly request: Record<string, unknown>;
  readonly content: Record<string, unknown>;
}

const NOTIFY = 'push/e2ee/notify';
const WORKERS = ['push_calls', 'push_deliveries', 'push_removals'];

/** Phones of users, and a relay that assigns ids to them. */
export class Phones {
  private readonly byId = new Map<number, { owner: Person; device: TestDevice }>();
  private readonly ids = new Map<string, number>();
  /** The relay's answer to a call with notifications. */
  mood: (call: RelayCall) => ReturnType<ScriptedRelay['script']> | null = () => null;

  constructor(
    readonly world: World,
    readonly relay: ScriptedRelay,
  ) {
    relay.script = async (call) => {
      const saying = call.path === NOTIFY ? await this.mood(call) : null;
      const device_id = this.ids.get(String(call.body.push_account_id));
      return saying ?? { status: 200, body: { result: 'success', msg: '', ...(device_id ? { device_id } : {}) } };
    };
  }

  /** A phone of a user that is registered with the relay. */
  async give(owner: Person, kind: 'fcm' | 'apns' = 'fcm'): Promise<TestDevice> {
    const route =
      kind === 'fcm' ? { kind, token: randomBytes(8).toString('hex') } : { kind, token: 'ab', appId: 'org.app' };
    const device = await TestDevice.on(route);
    const id = this.byId.size + 1;
    this.byId.set(id, { owner, device });
    this.ids.set(String(device.accountId), id);
    await owner.ok('POST', 'mobile_push/register', device.registration(randomBytes(32).toString('base64')));
    await until(async () => (await this.world.sql('SELECT FROM push_device WHERE device_id = $1', [id])).length === 1);
    return device;
  }

  idOf(device: TestDevice): number {
    return this.ids.get(String(device.accountId))!;
  }

  /** All that has reached the relay, in the order of its calls. */
  get arrived(): Arrived[] {
    return this.relay.of(NOTIFY).flatMap(({ body }) =>
      (body.push_requests as Record<string, unknown>[]).map((request) => {
        const { owner, device } = this.byId.get(request.device_id as number)!;
        const { encrypted_data: sealed } = request.payload as { encrypted_data: string };
        return { owner, device, request, content: device.open(sealed) };
      }),
    );
  }

  get calls(): RelayCall[] {
    return this.relay.of(NOTIFY);
  }

  /** The users whose phones a call is for. */
  ownersIn(body: Record<string, unknown>): Person[] {
    return (body.push_requests as { device_id: number }[]).map(({ device_id: id }) => this.byId.get(id)!.owner);
  }

  /** Ids of the messages of which a user was notified. */
  toldOf(owner: Person): number[] {
    return this.contents(owner, 'message').map(({ message_id: id }) => id as number);
  }

  /** Ids of the messages whose notifications were removed from a user's phones. */
  takenBackFrom(owner: Person): number[] {
    return this.contents(owner, 'remove').flatMap(({ message_ids: ids }) => ids as number[]);
  }

  private contents(owner: Person, type: string): Record<string, unknown>[] {
    const own = this.arrived.filter((one) => one.owner === owner);
    return own.map(({ content }) => content).filter((content) => content.type === type);
  }

  /** Resolves when no work is left. */
  async quiet(): Promise<void> {
    await until(async () => {
      this.hurry();
      const [{ left }] = await this.world.sql<{ left: number }>(
        `SELECT (SELECT count(*) FROM push_due) + (SELECT count(*) FROM push_delivery) + (SELECT count(*) FROM push_recheck)
           + (SELECT count(*) FROM push_shown WHERE is_over) AS left`,
      );
      return Number(left) === 0;
    });
  }

  /** Makes retries due at once. */
  async later(): Promise<void> {
    await this.world.sql(`UPDATE push_delivery SET due_at = now() WHERE device_ids IS NOT NULL`);
    this.hurry();
  }

  hurry(): void {
    for (const name of WORKERS) this.world.service(Workers).nudge(name);
  }
}
