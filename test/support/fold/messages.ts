import { channelsOf, Fold, State } from './state';
import { addUnread, removeAllUnread, removeUnread } from './unreads';

interface Message {
  id: number;
  type: 'stream' | 'private';
  sender_id: number;
  stream_id: number;
  subject: string;
  display_recipient: string | { id: number }[];
}

export const message: Fold = (state, event, { me }) => {
  const sent = event.message as Message;
  if ('max_message_id' in state) state.max_message_id = Math.max(state.max_message_id as number, sent.id);
  for (const channel of channelsOf(state, sent.stream_id)) channel.first_message_id ??= sent.id;
  const flags = event.flags as string[];
  if (sent.type === 'private') rememberConversation(state, sent, me);
  if (!flags.includes('read')) {
    const others = sent.type === 'private' ? participants(sent).filter((id) => id !== me) : [];
    const details = { ...sent, topic: sent.subject, user_ids: others, mentioned: flags.some(isMention) };
    addUnread(state, sent.id, details, me);
  }
  if (flags.includes('starred')) (state.starred_messages as number[]).push(sent.id);
};

export const update_message_flags: Fold = (state, event, { me }) => {
  const ids = event.messages as number[];
  if (event.flag === 'starred') {
    const starred = new Set(state.starred_messages as number[]);
    for (const id of ids)
      if (event.op === 'add') starred.add(id);
      else starred.delete(id);
    state.starred_messages = [...starred];
  }
  if (event.flag !== 'read') return;
  if (event.all) return removeAllUnread(state);
  const details = (event.message_details ?? {}) as Record<string, object>;
  for (const id of ids) {
    if (event.op === 'add') removeUnread(state, id);
    else addUnread(state, id, details[id] as never, me);
  }
};

const isMention = (flag: string) => flag === 'mentioned' || flag.endsWith('wildcard_mentioned');
const participants = ({ display_recipient }: Message) => (display_recipient as { id: number }[]).map(({ id }) => id);

function rememberConversation(state: State, { id, ...sent }: Message, me: number): void {
  const list = state.recent_private_conversations as { max_message_id: number; user_ids: number[] }[] | undefined;
  if (!list) return;
  const others = participants({ id, ...sent })
    .filter((one) => one !== me)
    .sort((a, b) => a - b);
  const rest = list.filter(({ user_ids }) => user_ids.join() !== others.join());
  state.recent_private_conversations = [{ max_message_id: id, user_ids: others }, ...rest];
}
