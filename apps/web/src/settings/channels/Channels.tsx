import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { hrefOf } from '../../app/router';
import { t } from '../../i18n';
import type { KnownChannel } from '../../store/channels';
import { Icon } from '../../ui/icons';
import { reasonIn } from '../permission-reasons';
import { CreationForm } from '../organization/CreationForm';
import type { SectionProps } from '../section-props';
import styles from '../settings.module.css';
import { s } from '../words';
import { ChannelPage } from './ChannelPage';

/** So many rows are drawn; a search finds the others. */
const MAX_ROWS = 200;

/** The channels that the user may see, or one of them. */
export function Channels({ detail }: SectionProps) {
  const { store } = useClient();
  const channel = store.channels.all.get(Number(detail));
  if (detail === undefined) return <ChannelList />;
  return (
    <>
      <p>
        <a href={hrefOf({ view: 'settings', section: 'organization/channels' })}>{s.allChannels}</a>
      </p>
      {channel ? <ChannelPage key={channel.stream_id} channel={channel} /> : <p>{s.unknownChannel}</p>}
    </>
  );
}

function ChannelList() {
  const { store, subscribing } = useClient();
  const [wanted, setWanted] = useState('');
  const [isArchived, setArchived] = useState(false);
  const words = wanted.trim().toLowerCase();
  const channels = store.channels.all
    .all()
    .filter((channel) => channel.is_archived === isArchived)
    .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(words))
    .sort((one, other) => one.name.localeCompare(other.name));
  return (
    <>
      <CreationForm
        fields={[
          { key: 'name', label: s.name, most: store.organization.get('max_stream_name_length') },
          { key: 'description', label: s.description_field, most: 1_024, isOptional: true },
        ]}
        button={s.createChannel}
        reason={
          store.organization.get('can_create_streams') ? null : reasonIn(store, 'realm_can_create_public_channel_group')
        }
        create={({ name = '', description }) => subscribing.subscribe(name.trim(), { description })}
      />
      <div class={styles.form}>
        <label>
          {s.searchChannels}
          <input type="search" value={wanted} onInput={({ currentTarget }) => setWanted(currentTarget.value)} />
        </label>
        <label class={styles.switch}>
          <input
            type="checkbox"
            checked={isArchived}
            onChange={({ currentTarget }) => setArchived(currentTarget.checked)}
          />
          {s.archivedChannels}
        </label>
      </div>
      <p role="status">{s.channelCount(channels.length)}</p>
      <ul class={styles.list} role="list">
        {channels.slice(0, MAX_ROWS).map((channel) => (
          <ChannelRow key={channel.stream_id} channel={channel} />
        ))}
      </ul>
      {channels.length > MAX_ROWS && <p>{s.andMore(channels.length - MAX_ROWS)}</p>}
    </>
  );
}

function ChannelRow({ channel }: { readonly channel: KnownChannel }) {
  const { stream_id: id, name, description, subscriber_count: count } = channel;
  return (
    <li class={styles.item}>
      <Icon name={channel.invite_only ? 'lock' : channel.is_web_public ? 'globe' : 'hash'} />
      <span class={styles.about} dir="auto">
        <a href={hrefOf({ view: 'settings', section: `organization/channels/${id}` })}>{name}</a>
        <small>{[t.subscribers(count), description].filter(Boolean).join(' · ')}</small>
      </span>
    </li>
  );
}
