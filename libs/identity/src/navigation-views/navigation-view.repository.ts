import type { UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { NavigationView } from './navigation-view';
import { NavigationViewEntity } from './navigation-view.entity';

type Owner = Pick<Actor, 'organizationId' | 'userId'>;

@Injectable()
export class NavigationViewRepository {
  constructor(
    @InjectRepository(NavigationViewEntity) private readonly views: Repository<NavigationViewEntity>,
    private readonly database: Database,
  ) {}

  /** Ordered by the time of addition. SQL, as every registration asks for it (ADR 30). */
  list(userId: UserId): Promise<NavigationView[]> {
    return this.database.rows<NavigationView>(
      'SELECT fragment, is_pinned AS "isPinned", name FROM navigation_view WHERE user_id = $1 ORDER BY id',
      [userId],
    );
  }

  async insert({ organizationId, userId }: Owner, { fragment, isPinned, name }: NavigationView): Promise<void> {
    await this.views.insert({ organizationId, userId, fragment, isPinned, name });
  }

  async update(userId: UserId, { fragment, isPinned, name }: NavigationView): Promise<void> {
    await this.views.update({ userId, fragment }, { isPinned, name });
  }

  async remove(userId: UserId, fragment: string): Promise<void> {
    await this.views.delete({ userId, fragment });
  }
}
