import { Injectable } from '@nestjs/common';
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { OrganizationIsDisabled, OrganizationIsUnknown } from '../http/errors';
import { Organization, OrganizationSummary, uuidOf } from './organization';
import { OrganizationRepository } from './organization.repository';

/** What a server sends as the user name and password of its requests. The key is shown once and not kept. */
export interface Credentials {
  readonly id: string;
  readonly key: string;
}

/** The key of an unknown organization is compared with this hash, so that the comparison takes the same time. */
const NOBODY = hashOf(randomBytes(32).toString('hex'));

@Injectable()
export class Organizations {
  constructor(private readonly rows: OrganizationRepository) {}

  /** @throws OrganizationIsUnknown, OrganizationIsDisabled */
  async authenticate({ id, key }: Credentials): Promise<Organization> {
    const uuid = uuidOf(id);
    const found = uuid === null ? null : await this.rows.find(uuid);
    const isRight = timingSafeEqual(found?.keyHash ?? NOBODY, hashOf(key));
    if (!found || !isRight) throw new OrganizationIsUnknown();
    if (found.isDisabled) throw new OrganizationIsDisabled();
    return { id: found.id, name: found.name, isDisabled: false };
  }

  list(): Promise<OrganizationSummary[]> {
    return this.rows.list();
  }

  /** Null: there is one of that name. */
  async add(name: string): Promise<Credentials | null> {
    const credentials = { id: randomUUID(), key: newKey() };
    return (await this.rows.insert(credentials.id, name, hashOf(credentials.key))) ? credentials : null;
  }

  /** The old key is of no more use at once. Null: there is no such organization. */
  async rotateKey(id: string): Promise<Credentials | null> {
    const credentials = { id, key: newKey() };
    return (await this.rows.setKey(id, hashOf(credentials.key))) ? credentials : null;
  }

  /** False: there is no such organization. */
  setDisabled(id: string, isDisabled: boolean): Promise<boolean> {
    return this.rows.setDisabled(id, isDisabled);
  }

  /** With everything that is kept of it. False: there is no such organization. */
  remove(id: string): Promise<boolean> {
    return this.rows.remove(id);
  }
}

/** 256 bits, in characters that need no quotes in any shell or file. */
const newKey = (): string => randomBytes(32).toString('hex');

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
