import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

export interface RelayKeySummary {
  /** Base64, as apps name it. */
  readonly publicKey: string;
  readonly createdAt: Date;
  /** Null: registrations that are encrypted to it are taken. */
  readonly retiredAt: Date | null;
}

@Injectable()
export class RelayKeyRepository {
  constructor(private readonly database: Database) {}

  list(): Promise<RelayKeySummary[]> {
    return this.database.rows(
      `SELECT public_key AS "publicKey", created_at AS "createdAt", retired_at AS "retiredAt"
       FROM relay_key ORDER BY created_at, public_key`,
    );
  }

  /** The private half, sealed; null: there is no such key, or it has been retired. */
  async find(publicKey: string): Promise<Buffer | null> {
    const row = await this.database.row<{ sealed: Buffer | null }>(
      'SELECT sealed_private AS sealed FROM relay_key WHERE public_key = $1',
      [publicKey],
    );
    return row?.sealed ?? null;
  }

  async insert(publicKey: string, sealedPrivate: Buffer): Promise<void> {
    await this.database.write('INSERT INTO relay_key (public_key, sealed_private) VALUES ($1, $2)', [
      publicKey,
      sealedPrivate,
    ]);
  }

  /** False: there is no such key, or it has been retired. */
  async retire(publicKey: string): Promise<boolean> {
    const text = `UPDATE relay_key SET sealed_private = NULL, retired_at = now()
                  WHERE public_key = $1 AND retired_at IS NULL`;
    return (await this.database.write(text, [publicKey])) === 1;
  }
}
