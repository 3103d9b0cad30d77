import type { UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';

@Injectable()
export class BotErrorNoticeRepository {
  constructor(private readonly database: Database) {}

  /** `false`: a notice about the bot was sent less than `pauseSeconds` ago. */
  async claim(botId: UserId, pauseSeconds: number): Promise<boolean> {
    const written = await this.database.write(
      `INSERT INTO lost_bot (bot_id, told_at) VALUES ($1, now())
       ON CONFLICT (bot_id) DO UPDATE SET told_at = excluded.told_at
       WHERE lost_bot.told_at <= now() - make_interval(secs => $2)`,
      [botId, pauseSeconds],
    );
    return written > 0;
  }
}
