import { ROLE } from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { FactorKind, FactorOwner, SecondFactor, SET_UP_MINUTES } from './second-factor';

/** A factor that is being set up. */
export interface NewFactor {
  readonly kind: FactorKind;
  readonly label: string;
  readonly sealedSecret: Buffer | null;
  readonly challenge: string | null;
}

export interface PendingFactor extends NewFactor {
  readonly id: number;
}

export interface TotpSecret {
  readonly id: number;
  readonly sealedSecret: Buffer;
  readonly lastStep: number;
}

export interface StoredPasskey {
  readonly id: number;
  readonly userId: UserId;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
}

const seconds = (column: string) => `floor(extract(epoch FROM ${column}))::bigint`;
const FRESH = `created_at > now() - interval '${SET_UP_MINUTES} minutes'`;
const PASSKEY = `id, user_id AS "userId", credential_id AS "credentialId", public_key AS "publicKey",
  sign_count AS "signCount"`;

@Injectable()
export class SecondFactorRepository {
  constructor(private readonly database: Database) {}

  /** Those that are set up, ascending. */
  list(userId: UserId): Promise<SecondFactor[]> {
    return this.database.rows<SecondFactor>(
      `SELECT id, kind, label, ${seconds('created_at')} AS "createdAt", ${seconds('last_used_at')} AS "lastUsedAt"
        FROM second_factor WHERE user_id = $1 AND confirmed_at IS NOT NULL ORDER BY id`,
      [userId],
    );
  }

  async has(userId: UserId): Promise<boolean> {
    const row = await this.database.row<{ has: boolean }>(
      'SELECT EXISTS (SELECT FROM second_factor WHERE user_id = $1 AND confirmed_at IS NOT NULL) AS has',
      [userId],
    );
    return row!.has;
  }

  /** Whether an active owner of the organization has a passkey. */
  async letsOwnersIn(organizationId: OrganizationId): Promise<boolean> {
    const row = await this.database.row(
      `SELECT 1 FROM second_factor f JOIN user_account u ON u.id = f.user_id
        WHERE u.organization_id = $1 AND u.is_active AND u.role = $2 AND f.kind = 'passkey' AND f.confirmed_at IS NOT NULL
        LIMIT 1`,
      [organizationId, ROLE.owner],
    );
    return row !== null;
  }

  /** The number of factors of each user of the organization who has one. */
  counts(organizationId: OrganizationId): Promise<{ userId: UserId; count: number }[]> {
    return this.database.rows(
      `SELECT user_id AS "userId", count(*) AS count FROM second_factor
        WHERE organization_id = $1 AND confirmed_at IS NOT NULL GROUP BY user_id ORDER BY user_id`,
      [organizationId],
    );
  }

  /** Removes those that were not confirmed in time, and counts the others. */
  async countFresh(userId: UserId): Promise<number> {
    await this.database.write(
      `DELETE FROM second_factor WHERE user_id = $1 AND confirmed_at IS NULL AND NOT ${FRESH}`,
      [userId],
    );
    const row = await this.database.row<{ count: number }>(
      'SELECT count(*) AS count FROM second_factor WHERE user_id = $1',
      [userId],
    );
    return row!.count;
  }

  async insert({ id, organizationId }: FactorOwner, factor: NewFactor): Promise<number> {
    const row = await this.database.row<{ id: number }>(
      `INSERT INTO second_factor (organization_id, user_id, kind, label, sealed_secret, challenge)
        VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [organizationId, id, factor.kind, factor.label, factor.sealedSecret, factor.challenge],
    );
    return row!.id;
  }

  /** `null`: the user sets up no such factor, or no longer. */
  findPending(userId: UserId, id: number): Promise<PendingFactor | null> {
    return this.database.row<PendingFactor>(
      `SELECT id, kind, label, sealed_secret AS "sealedSecret", challenge FROM second_factor
        WHERE user_id = $1 AND id = $2 AND confirmed_at IS NULL AND ${FRESH}`,
      [userId, id],
    );
  }

  /** @param step the time step of the code that confirmed it */
  async confirmTotp(id: number, step: number): Promise<void> {
    await this.database.write('UPDATE second_factor SET confirmed_at = now(), last_step = $2 WHERE id = $1', [
      id,
      step,
    ]);
  }

  /** `false`: another factor of the organization has the credential. */
  async confirmPasskey(
    id: number,
    { credentialId, publicKey, signCount }: Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'signCount'>,
  ): Promise<boolean> {
    const written = await this.database.write(
      `UPDATE second_factor f SET confirmed_at = now(), challenge = NULL, credential_id = $2, public_key = $3,
          sign_count = $4
        WHERE id = $1 AND NOT EXISTS (SELECT FROM second_factor o
          WHERE o.organization_id = f.organization_id AND o.credential_id = $2)`,
      [id, credentialId, publicKey, signCount],
    );
    return written > 0;
  }

  totpSecrets(userId: UserId): Promise<TotpSecret[]> {
    return this.database.rows<TotpSecret>(
      `SELECT id, sealed_secret AS "sealedSecret", last_step AS "lastStep" FROM second_factor
        WHERE user_id = $1 AND kind = 'totp' AND confirmed_at IS NOT NULL ORDER BY id`,
      [userId],
    );
  }

  /** `false`: a code of this step or a later one was accepted meanwhile. */
  async spendStep(id: number, step: number): Promise<boolean> {
    const written = await this.database.write(
      'UPDATE second_factor SET last_step = $2, last_used_at = now() WHERE id = $1 AND last_step < $2',
      [id, step],
    );
    return written > 0;
  }

  passkeysOf(userId: UserId): Promise<StoredPasskey[]> {
    return this.database.rows<StoredPasskey>(
      `SELECT ${PASSKEY} FROM second_factor
        WHERE user_id = $1 AND kind = 'passkey' AND confirmed_at IS NOT NULL ORDER BY id`,
      [userId],
    );
  }

  findPasskey(organizationId: OrganizationId, credentialId: Buffer): Promise<StoredPasskey | null> {
    return this.database.row<StoredPasskey>(
      `SELECT ${PASSKEY} FROM second_factor
        WHERE organization_id = $1 AND credential_id = $2 AND confirmed_at IS NOT NULL`,
      [organizationId, credentialId],
    );
  }

  /** `false`: the passkey was removed. */
  async notePasskeyUse(id: number, signCount: number): Promise<boolean> {
    const written = await this.database.write(
      'UPDATE second_factor SET sign_count = $2, last_used_at = now() WHERE id = $1',
      [id, signCount],
    );
    return written > 0;
  }

  /** `null`: the user has no such factor. */
  async remove(userId: UserId, id: number): Promise<{ kind: FactorKind; isConfirmed: boolean } | null> {
    return this.database.row(
      `DELETE FROM second_factor WHERE user_id = $1 AND id = $2
        RETURNING kind, confirmed_at IS NOT NULL AS "isConfirmed"`,
      [userId, id],
    );
  }

  /** Returns the ids of the removed factors that were set up, ascending. */
  async removeAll(userId: UserId): Promise<number[]> {
    const rows = await this.database.rows<{ id: number; isConfirmed: boolean }>(
      'DELETE FROM second_factor WHERE user_id = $1 RETURNING id, confirmed_at IS NOT NULL AS "isConfirmed"',
      [userId],
    );
    return rows
      .filter(({ isConfirmed }) => isConfirmed)
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  }
}
