import type { UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { NavigationView } from './navigation-view';

type Owner = Pick<Actor, 'organizationId' | 'userId'>;

@Injectable()
export class NavigationViewRepository {
  constructor(private readonly database: Database) {}

  /** Ordered by the time of addition. */
  list(userId: UserId): Promise<NavigationView[]> {
    return this.database.rows<NavigationView>(
      'SELECT fragment, is_pinned AS "isPinned", name FROM navigation_view WHERE user_id = $1 ORDER BY id',
      [userId],
    );
  }

  async insert({ organizationId, userId }: Owner, { fragment, isPinned, name }: NavigationView): Promise<void> {
    await this.database.write(
      `INSERT INTO navigation_view (organization_id, user_id, fragment, is_pinned, name) VALUES ($1, $2, $3, $4, $5)`,
      [organizationId, userId, fragment, isPinned, name],
    );
  }

  async update(userId: UserId, { fragment, isPinned, name }: NavigationView): Promise<void> {
    await this.database.write(
      `UPDATE navigation_view SET is_pinned = $3, name = $4
        WHERE user_id = $1 AND md5(fragment) = md5($2) AND fragment = $2`,
      [userId, fragment, isPinned, name],
    );
  }

  async remove(userId: UserId, fragment: string): Promise<void> {
    await this.database.write(
      'DELETE FROM navigation_view WHERE user_id = $1 AND md5(fragment) = md5($2) AND fragment = $2',
      [userId, fragment],
    );
  }
}
