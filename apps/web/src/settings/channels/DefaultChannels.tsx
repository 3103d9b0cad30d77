import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { clearedIfUnchanged } from '../../ui/cleared';
import type { Refusal } from '../../server/refusal';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { useWatched } from '../loading';
import { RemovableRow } from '../organization/RemovableRow';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';

/** The channels that newcomers are subscribed to. */
export function DefaultChannels() {
  const { store, channelAdministration } = useClient();
  const { failure, run } = useAction();
  const [chosen, setChosen] = useState('');
  const { value, reload } = useWatched(() => channelAdministration.defaults(), '');
  const ids = value ?? [];
  const reason = reasonAgainst(store.own?.role, false);
  const describedBy = reason === null ? undefined : 'why-default';
  const channels = store.channels.all
    .all()
    .filter(({ is_archived, invite_only }) => !is_archived && !invite_only)
    .sort((one, other) => one.name.localeCompare(other.name));
  const reloading = async (work: Promise<Refusal | null>) => {
    const refusal = await work;
    reload();
    return refusal;
  };
  const add = (event: Event) => {
    event.preventDefault();
    if (chosen === '') return;
    void run(reloading(channelAdministration.addDefault(Number(chosen)))).then(() =>
      setChosen(clearedIfUnchanged(chosen)),
    );
  };
  return (
    <>
      <p>{s.defaultChannelsHelp}</p>
      <form class={styles.text} onSubmit={add}>
        <select
          aria-label={s.addDefaultChannel}
          value={chosen}
          disabled={reason !== null}
          aria-describedby={describedBy}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          <option value="">{s.noChannel}</option>
          {channels
            .filter(({ stream_id }) => !ids.includes(stream_id))
            .map(({ stream_id, name }) => (
              <option key={stream_id} value={String(stream_id)}>
                {name}
              </option>
            ))}
        </select>
        <button class={styles.button} disabled={reason !== null} aria-describedby={describedBy}>
          {s.add}
        </button>
      </form>
      {reason !== null && (
        <p class={styles.reason} id="why-default">
          {reason}
        </p>
      )}
      <Failure text={failure} />
      {ids.length === 0 && <p>{s.noDefaultChannels}</p>}
      <ul class={styles.list} role="list" aria-label={s.section_default_channels_list}>
        {channels
          .filter(({ stream_id }) => ids.includes(stream_id))
          .map(({ stream_id, name, description }) => (
            <RemovableRow
              key={stream_id}
              name={name}
              about={description}
              remove={reason === null ? () => reloading(channelAdministration.removeDefault(stream_id)) : null}
              undo={() => reloading(channelAdministration.addDefault(stream_id))}
            />
          ))}
      </ul>
    </>
  );
}
