import type { Client } from '../../app/client';
import type { Refusal } from '../../server/refusal';
import type { KnownChannel } from '../../store/channels';
import { isPermitted, mayAdminister, mayReadContent } from '../../store/rights';
import type { Store } from '../../store/store';
import { reasonIn } from '../permission-reasons';
import { type Deletion, INHERITED, reasonAgainst, type Setting } from '../setting';
import { s, wordsOf } from '../words';
import type { Control } from '../table';
import { CHANNEL, ChannelRowName, PRIVACIES, Privacy } from './channel-table';

/** The settings of a channel. @param isDefault whether newcomers are subscribed to it */
export function settingsOfChannel(client: Client, channel: KnownChannel, isDefault: boolean): Setting[] {
  return (Object.keys(CHANNEL) as ChannelRowName[]).map((name) => {
    const words = `channel_${name}`;
    return {
      id: `${words}_${channel.stream_id}`,
      row: { control: name === 'privacy' ? privacyControl(client.store, channel) : CHANNEL[name] },
      label: wordsOf(words) ?? name,
      wordsOfChoices: words,
      reason: reasonOf(client.store, channel, name),
      read: () => valueOf(client.store.channels.all.get(channel.stream_id) ?? channel, name, isDefault),
      ...(name === 'message_retention_days' && {
        deletes: (next: unknown) => deletionBy(client.store, channel.stream_id, next),
      }),
      save: (next) => save(client, client.store.channels.all.get(channel.stream_id) ?? channel, name, next),
    };
  });
}

/** A channel may get the retention of the organization, too. */
function deletionBy(store: Store, channelId: number, next: unknown): Deletion | null {
  const days = next === INHERITED ? store.organization.get('realm_message_retention_days') : next;
  return typeof days === 'number' && days > 0 ? { days, channelId } : null;
}

function valueOf(channel: KnownChannel, name: ChannelRowName, isDefault: boolean): unknown {
  switch (name) {
    case 'new_name':
      return channel.name;
    case 'privacy':
      return privacyOf(channel);
    case 'is_default_stream':
      return isDefault;
    default:
      return channel[name];
  }
}

export function privacyOf(channel: KnownChannel): Privacy {
  if (channel.is_web_public) return 'web_public';
  if (!channel.invite_only) return 'public';
  return channel.history_public_to_subscribers ? 'private' : 'private_protected';
}

/** The kinds of channels that this one may become: the user must be permitted to create such a channel. */
function privacyControl(store: Store, channel: KnownChannel): Control {
  const { organization } = store;
  const now = privacyOf(channel);
  const may = (setting: Creation) => isPermitted(store, organization.get(setting));
  const isWebOpen =
    organization.get('server_web_public_streams_enabled') &&
    organization.get('realm_enable_spectator_access') &&
    may('realm_can_create_web_public_channel_group');
  const isOffered = (privacy: Privacy): boolean => {
    const { is_private: isPrivate, is_web_public: isWebPublic } = PRIVACIES[privacy];
    if (privacy === now) return true;
    if (isWebPublic && !isWebOpen) return false;
    if (!isPrivate && channel.stream_id === organization.get('realm_moderation_request_channel_id')) return false;
    if (isPrivate === channel.invite_only) return true;
    return may(isPrivate ? 'realm_can_create_private_channel_group' : 'realm_can_create_public_channel_group');
  };
  return { kind: 'choice', values: (Object.keys(PRIVACIES) as Privacy[]).filter(isOffered) };
}

type Creation =
  | 'realm_can_create_public_channel_group'
  | 'realm_can_create_private_channel_group'
  | 'realm_can_create_web_public_channel_group';

/** Of the settings that decide who may read, and who may delete. */
const READING = new Set<ChannelRowName>(['privacy', 'can_subscribe_group', 'can_add_subscribers_group']);
const DELETION = new Set<ChannelRowName>(['can_delete_any_message_group', 'can_delete_own_message_group']);

/** Why the user may not change it, by the rules that the server decides with; `null`: the user may. */
function reasonOf(store: Store, channel: KnownChannel, name: ChannelRowName): string | null {
  if (!mayAdminister(store, channel)) return s.ofChannelAdministrators;
  if (name === 'is_default_stream') return reasonAgainst(store.own?.role, false);
  if (name === 'message_retention_days') return reasonAgainst(store.own?.role, true);
  if (READING.has(name) && !mayReadContent(store, channel)) return s.ofReaders;
  if (DELETION.has(name)) return reasonIn(store, 'realm_can_set_delete_message_policy_group');
  return name === 'topics_policy' ? reasonIn(store, 'realm_can_set_topics_policy_group') : null;
}

function save(
  { channelAdministration }: Client,
  channel: KnownChannel,
  name: ChannelRowName,
  next: unknown,
): Promise<Refusal | null> {
  const { stream_id: id } = channel;
  if (name === 'privacy') return channelAdministration.change(id, PRIVACIES[next as Privacy]);
  if (name === 'message_retention_days') return channelAdministration.change(id, { [name]: String(next) });
  const isGroup = CHANNEL[name].kind === 'group';
  const old = isGroup ? valueOf(channel, name, false) : null;
  return channelAdministration.change(id, { [name]: isGroup ? { new: next, old } : next });
}
