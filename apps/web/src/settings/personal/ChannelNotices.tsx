import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { hrefOf } from '../../app/router';
import type { ChannelProperty } from '../../server/settings/settings';
import type { KnownChannel } from '../../store/channels';
import { Failure } from '../Failure';
import styles from '../settings.module.css';
import { hashOf } from '../sections';
import { s } from '../words';
import { NOTICES, titleOf, useOwnChannel } from './own-channel';

const PROPERTIES = Object.keys(NOTICES) as (keyof typeof NOTICES)[];
/** So many rows are drawn; a search finds the others. */
const MAX_ROWS = 200;

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
            {found.slice(0, MAX_ROWS).map((channel) => (
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
      {found.length > MAX_ROWS && <p>{s.andMore(found.length - MAX_ROWS)}</p>}
      <p>
        <a href={hrefOf({ view: 'settings', section: hashOf('topics') })}>{s.topicsOwn}</a>
      </p>
    </>
  );
}

function Cell({ channel, property }: { readonly channel: KnownChannel; readonly property: ChannelProperty }) {
  const { shown, failure, change } = useOwnChannel(channel, property);
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
