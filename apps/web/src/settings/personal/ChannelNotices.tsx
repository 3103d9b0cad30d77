import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { hrefOf } from '../../app/router';
import type { ChannelProperty } from '../../server/settings/settings';
import type { KnownChannel } from '../../store/channels';
import { Failure } from '../Failure';
import { useSaving } from '../saving';
import styles from '../settings.module.css';
import { hashOf } from '../sections';
import { s, wordsOf } from '../words';

/** What each channel may have otherwise, with the setting for all of them. */
const COLUMNS = {
  is_muted: null,
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const;
const PROPERTIES = Object.keys(COLUMNS) as ChannelProperty[];
/** So many rows are drawn; a search finds the others. */
const MOST_ROWS = 200;

/** Notifications by channel, in the channels of the user. */
export function ChannelNotices() {
  const { store } = useClient();
  const [wanted, setWanted] = useState('');
  const words = wanted.trim().toLowerCase();
  const found = store.channels.subscribed().filter(({ name }) => name.toLowerCase().includes(words));
  return (
    <>
      <h2>{s.channelNotices}</h2>
      <p>{s.channelNoticesHelp}</p>
      <div class={styles.form}>
        <label>
          {s.searchChannels}
          <input type="search" value={wanted} onInput={({ currentTarget }) => setWanted(currentTarget.value)} />
        </label>
      </div>
      <div class={styles.scroll} tabIndex={0} role="group" aria-label={s.channelNotices}>
        <table class={styles.table}>
          <thead>
            <tr>
              <th scope="col">{s.channel}</th>
              {PROPERTIES.map((property) => (
                <th key={property} scope="col">
                  {titleOf(property)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.slice(0, MOST_ROWS).map((channel) => (
              <tr key={channel.stream_id}>
                <th scope="row" dir="auto">
                  {channel.name}
                </th>
                {PROPERTIES.map((property) => (
                  <td key={property}>
                    <Cell channel={channel} property={property} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.length > MOST_ROWS && <p>{s.andMore(found.length - MOST_ROWS)}</p>}
      <p>
        <a href={hrefOf({ view: 'settings', section: hashOf('topics') })}>{s.topicsOwn}</a>
      </p>
    </>
  );
}

function Cell({ channel, property }: { readonly channel: KnownChannel; readonly property: ChannelProperty }) {
  const { store, settings } = useClient();
  const { [property]: general } = COLUMNS;
  const { stream_id: id } = channel;
  const read = () =>
    (store.channels.all.get(id) ?? channel)[property] ??
    (general === null ? false : store.lists.get('user_settings')[general]);
  const { shown, failure, change } = useSaving(read, (wish) => settings.changeChannel(id, property, wish === true));
  return (
    <>
      <input
        type="checkbox"
        aria-label={s.ofChannel(titleOf(property), channel.name)}
        checked={shown === true}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
      <Failure text={failure} />
    </>
  );
}

const titleOf = (property: ChannelProperty): string => wordsOf(`notice_${property}`) ?? property;
