import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

export interface AttemptRow {
  providerId: number;
  browserHash: Buffer;
  nonce: string | null;
  sealedVerifier: Buffer | null;
  requestId: string | null;
  next: string;
  flow: string;
  sealedPad: Buffer | null;
}

/** An attempt with what the provider has answered; `null`: nothing yet, or the browser itself brings it. */
export interface AnsweredRow extends AttemptRow {
  sealedAnswer: Buffer | null;
}

const LIFE = `interval '10 minutes'`;

@Injectable()
export class LoginAttemptRepository {
  constructor(private readonly database: Database) {}

  async insert(hash: Buffer, row: AttemptRow): Promise<void> {
    await this.database.write(
      `INSERT INTO login_attempt (hash, provider_id, browser_hash, nonce, sealed_verifier, request_id, next, flow,
          sealed_pad, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + ${LIFE})`,
      [
        hash,
        row.providerId,
        row.browserHash,
        row.nonce,
        row.sealedVerifier,
        row.requestId,
        row.next,
        row.flow,
        row.sealedPad,
      ],
    );
  }

  /** Whether an attempt with this request was waiting for its answer. */
  async answer(hash: Buffer, providerId: number, requestId: string, sealedAnswer: Buffer): Promise<boolean> {
    const written = await this.database.write(
      `UPDATE login_attempt SET sealed_answer = $4 WHERE hash = $1 AND provider_id = $2 AND request_id = $3
        AND sealed_answer IS NULL AND expires_at > now()`,
      [hash, providerId, requestId, sealedAnswer],
    );
    return written > 0;
  }

  /** Takes the attempt away, so that its state is good once. `null`: there is none, or it is too old. */
  async take(hash: Buffer): Promise<AnsweredRow | null> {
    const [row] = await this.database.rows<AnsweredRow & { isFresh: boolean }>(
      `DELETE FROM login_attempt WHERE hash = $1 RETURNING provider_id AS "providerId", browser_hash AS "browserHash",
        nonce, sealed_verifier AS "sealedVerifier", request_id AS "requestId", next, flow, sealed_pad AS "sealedPad",
        sealed_answer AS "sealedAnswer",
        expires_at > now() AS "isFresh"`,
      [hash],
    );
    return row?.isFresh ? row : null;
  }

  /** Whether the token was unused. It is kept until it is invalid anyway. */
  async spend(hash: Buffer, until: Date): Promise<boolean> {
    const written = await this.database.write(
      'INSERT INTO spent_token (hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [hash, until],
    );
    return written > 0;
  }

  async expired(): Promise<{ waiting: number; oldestSeconds: number }> {
    const row = await this.database.row<{ waiting: number; oldestSeconds: number }>(
      `SELECT count(*) AS waiting, coalesce(floor(extract(epoch FROM now() - min(expires_at))), 0)::bigint AS "oldestSeconds"
        FROM login_attempt WHERE expires_at < now()`,
    );
    return row!;
  }

  async removeExpired(): Promise<void> {
    await this.database.write('DELETE FROM login_attempt WHERE expires_at < now()');
    await this.database.write('DELETE FROM spent_token WHERE expires_at < now()');
  }
}
