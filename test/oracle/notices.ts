import { randomBytes } from 'node:crypto';
import { fine, RelayCall, Saying, ScriptedRelay } from '../support/push/scripted-relay';
import { TestDevice } from '../support/push/test-device';

type Content = Record<string, unknown>;

/** A notification that a device of the user received. */
export interface Notice {
  userId: number;
  content: Content;
  /** So many actions had begun when it arrived. */
  at: number;
}

interface Sent {
  device_id: number;
  payload: { encrypted_data: string };
}

/** The relay of all worlds of this process: it decrypts each notification with the key of its device. */
export class Notices {
  private made = 0;
  private readonly takers = new Map<number, (content: Content) => void>();

  private constructor(private readonly relay: ScriptedRelay) {}

  static async start(): Promise<Notices> {
    const relay = await ScriptedRelay.start();
    const notices = new Notices(relay);
    relay.script = (call) => notices.answer(call);
    return notices;
  }

  /** The configuration of a server that uses it. */
  get environment(): NodeJS.ProcessEnv {
    return this.relay.environment;
  }

  stop = (): Promise<void> => this.relay.stop();

  /** The relay identifies it by the device id of its account. */
  newDevice(): Promise<TestDevice> {
    const token = randomBytes(8).toString('hex');
    return TestDevice.on({ kind: 'fcm', token }, BigInt(++this.made));
  }

  /** The scene that receives the notifications of a device from now on. */
  deliver(device: TestDevice, take: (content: Content) => void): void {
    this.takers.set(Number(device.accountId), (sealed) => take(opened(device, String(sealed.encrypted_data))));
  }

  private answer({ path, body }: RelayCall): Saying {
    this.relay.calls.length = 0;
    if (path === 'push/e2ee/register') return fine({ device_id: Number(body.push_account_id) });
    for (const { device_id: id, payload } of (body.push_requests ?? []) as Sent[]) this.takers.get(id)?.(payload);
    return fine();
  }
}

/** A notification that is encrypted for another device is reported too: it must not exist. */
function opened(device: TestDevice, sealed: string): Content {
  try {
    return device.open(sealed);
  } catch (error) {
    return { type: 'not for this device', reason: String(error) };
  }
}
