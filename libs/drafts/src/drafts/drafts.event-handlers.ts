import type { DomainEvents } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { DraftRepository } from './draft.repository';

/** Removes drafts when the author changes a personal setting. */
@Injectable()
export class DraftsEventHandlers {
  constructor(private readonly rows: DraftRepository) {}

  /**
   * A user who stops synchronising drafts leaves none on the server. The event about the setting tells clients; no
   * other is sent.
   */
  @OnDomainEvent('PersonalSettingsChanged', 'drafts')
  async personalSettingsChanged({ userId, changes }: DomainEvents['PersonalSettingsChanged']): Promise<void> {
    if (changes.enable_drafts_synchronization === false) await this.rows.removeAll(userId);
  }
}
