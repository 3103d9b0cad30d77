import type { Fold } from './state';

interface Bot extends Record<string, unknown> {
  user_id: number;
}

/** The bots that the user manages. */
export const realm_bot: Fold = (state, event) => {
  const bots = state.realm_bots as Bot[] | undefined;
  if (!bots) return;
  const news = event.bot as Bot;
  if (event.op === 'add') state.realm_bots = [...bots, structuredClone(news)];
  if (event.op === 'delete') state.realm_bots = bots.filter(({ user_id }) => user_id !== news.user_id);
  if (event.op === 'update') for (const bot of bots) if (bot.user_id === news.user_id) Object.assign(bot, news);
};
