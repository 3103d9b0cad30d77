import { Config, Log } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ownAvatarSource } from '../pictures/avatar';
import { AvatarRepository } from './avatar.repository';

/** Where the pictures of accounts without an upload come from. */
@Injectable()
export class AvatarSources {
  constructor(
    private readonly rows: AvatarRepository,
    private readonly config: Config,
    private readonly log: Log,
  ) {}

  /**
   * Applies the operator's choice of an external picture service, which may have changed since the last start. A node
   * calls it before it serves requests. The command line does not, because its environment may differ.
   */
  async followConfiguration(): Promise<void> {
    const source = ownAvatarSource(this.config);
    const replaced = await this.rows.replaceSource(source === 'G' ? 'J' : 'G', source);
    if (replaced > 0) this.log.log('pictures of accounts come from elsewhere now', { accounts: replaced, source });
  }
}
