import { ConfigurationIsInvalid, lock, Secrets, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import sodium from 'libsodium-wrappers';
import { RelayKeyIsUnknown } from '../http/errors';
import { RelayKeyRepository, RelayKeySummary } from './relay-key.repository';

const PUBLIC_KEY = /^[A-Za-z0-9+/]{43}=$/;

/** The key pairs that apps encrypt their registrations to. Several are good at a time, so that apps can change over. */
@Injectable()
export class RelayKeys {
  constructor(
    private readonly rows: RelayKeyRepository,
    private readonly secrets: Secrets,
    private readonly transactions: Transactions,
  ) {}

  list(): Promise<RelayKeySummary[]> {
    return this.rows.list();
  }

  /** Makes a pair; its public half, base64. */
  async add(): Promise<string> {
    const { publicKey, sealedPrivate } = await this.newPair();
    await this.rows.insert(publicKey, sealedPrivate);
    return publicKey;
  }

  /**
   * Makes the first pair where there is none; its public half then. Nodes may start together.
   * @throws ConfigurationIsInvalid where the secret is not the one that the pairs were sealed with
   */
  async addFirst(): Promise<string | null> {
    const { publicKey, sealedPrivate } = await this.newPair();
    const isFirst = await this.transactions.run([lock.cluster()], async () => {
      if ((await this.rows.list()).length > 0) return false;
      await this.rows.insert(publicKey, sealedPrivate);
      return true;
    });
    if (!isFirst) await this.assertSecret();
    return isFirst ? publicKey : null;
  }

  /** Permanent: the private key is destroyed. `false`: there is no such key, or it is already retired. */
  retire(publicKey: string): Promise<boolean> {
    return this.rows.retire(publicKey);
  }

  /**
   * The text in a box that was sealed to one of the keys (X25519, XSalsa20, Poly1305); null: it is no such box.
   * @throws RelayKeyIsUnknown
   */
  async open(box: Buffer, publicKey: string): Promise<string | null> {
    const sealed = PUBLIC_KEY.test(publicKey) ? await this.rows.find(publicKey) : null;
    if (!sealed) throw new RelayKeyIsUnknown();
    await sodium.ready;
    const privateKey = Buffer.from(this.secrets.open(sealed), 'base64');
    try {
      const opened = sodium.crypto_box_seal_open(box, Buffer.from(publicKey, 'base64'), privateKey);
      return new TextDecoder('utf-8', { fatal: true }).decode(opened);
    } catch {
      return null; // not sealed to this key, altered on the way, or no text
    }
  }

  private async newPair(): Promise<{ publicKey: string; sealedPrivate: Buffer }> {
    await sodium.ready;
    const { publicKey, privateKey } = sodium.crypto_box_keypair();
    const sealedPrivate = this.secrets.seal(Buffer.from(privateKey).toString('base64'));
    return { publicKey: Buffer.from(publicKey).toString('base64'), sealedPrivate };
  }

  /** With another secret no token could be opened either: better no relay than one that fails at each device. */
  private async assertSecret(): Promise<void> {
    const inUse = (await this.rows.list()).find(({ retiredAt }) => retiredAt === null);
    const sealed = inUse && (await this.rows.find(inUse.publicKey));
    try {
      if (sealed) this.secrets.open(sealed);
    } catch {
      throw new ConfigurationIsInvalid([
        'PARLEY_RELAY_SECRET_KEY is not the secret that this database was sealed with.',
      ]);
    }
  }
}
