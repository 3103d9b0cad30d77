import type { UserId } from '@app/kernel';
import { Actor, Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

@Injectable()
export class OnboardingStepRepository {
  constructor(private readonly database: Database) {}

  /** Names of the steps that the user has done. */
  async list(userId: UserId): Promise<string[]> {
    const rows = await this.database.rows<{ name: string }>('SELECT name FROM onboarding_step WHERE user_id = $1', [
      userId,
    ]);
    return rows.map(({ name }) => name);
  }

  /** `false`: the step was done before. */
  async insert({ organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>, name: string): Promise<boolean> {
    const row = await this.database.row(
      `INSERT INTO onboarding_step (organization_id, user_id, name) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING user_id`,
      [organizationId, userId, name],
    );
    return row !== null;
  }

  async remove(userId: UserId, name: string): Promise<void> {
    await this.database.write('DELETE FROM onboarding_step WHERE user_id = $1 AND name = $2', [userId, name]);
  }
}
