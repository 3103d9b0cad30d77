import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Config } from './config';

const FILE = 'secret-key';

/** The server's secret: from the environment, else a file that the first start makes. All nodes must share it. */
@Injectable()
export class Secrets {
  private readonly key: string;

  constructor(@Inject(Config) config: Pick<Config, 'secretKey' | 'dataDirectory'>) {
    this.key = config.secretKey ?? keyFromFile(config.dataDirectory);
  }

  /** Encrypts what must be readable again (AES-256-GCM): nonce, tag, ciphertext. */
  seal(text: string): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.derive('seal'), nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws Error when the secret is not the one that the text was sealed with */
  open(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.derive('seal'), sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
  }

  /**
   * Identifies a text and cannot be guessed without the secret: the same on every node, for ever.
   * @param digits hexadecimal ones, of four bits each
   */
  token(purpose: string, text: string, digits = 32): string {
    return createHmac('sha256', this.derive(purpose)).update(text).digest('hex').slice(0, digits);
  }

  private derive(purpose: string): Buffer {
    return createHmac('sha256', this.key).update(purpose).digest();
  }
}

function keyFromFile(directory: string): string {
  const path = join(directory, FILE);
  if (!existsSync(path)) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    try {
      linkSync(draft, path); // whole or not at all: another node may read it at this moment
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another node was first: its key is ours
    } finally {
      rmSync(draft);
    }
  }
  return readFileSync(path, 'utf8').trim();
}
