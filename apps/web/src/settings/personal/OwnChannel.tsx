import type { ChannelProperty } from '../../server/settings/settings';
import type { KnownChannel } from '../../store/channels';
import { Failure } from '../Failure';
import styles from '../settings.module.css';
import { s } from '../words';
import { NOTICES, titleOf, useOwnChannel } from './own-channel';

interface Props {
  readonly channel: KnownChannel;
}

const SWITCHES = ['pin_to_top', ...(Object.keys(NOTICES) as (keyof typeof NOTICES)[])] as const;

/** What a subscriber chooses for one channel. */
export function OwnChannel({ channel }: Props) {
  if (channel.subscriptionState !== 'subscribed') return null;
  return (
    <section>
      <h3>{s.ownChannel}</h3>
      <p>{s.ownChannelHelp}</p>
      <div class={styles.rows}>
        {SWITCHES.map((property) => (
          <Switch key={property} channel={channel} property={property} />
        ))}
        <Colour channel={channel} />
      </div>
    </section>
  );
}

function Switch({ channel, property }: Props & { readonly property: ChannelProperty }) {
  const { shown, failure, change } = useOwnChannel(channel, property);
  return (
    <div class={styles.row}>
      <label class={styles.switch}>
        <input
          type="checkbox"
          checked={shown === true}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />
        {titleOf(property)}
      </label>
      <Failure text={failure} />
    </div>
  );
}

function Colour({ channel }: Props) {
  const { shown, failure, change } = useOwnChannel(channel, 'color');
  const id = `colour-${channel.stream_id}`;
  return (
    <div class={styles.row}>
      <label class={styles.label} for={id}>
        {titleOf('color')}
      </label>
      <input id={id} type="color" value={String(shown)} onChange={({ currentTarget }) => change(currentTarget.value)} />
      <Failure text={failure} />
    </div>
  );
}
