import { useEffect, useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { hrefOfNarrow } from '../../app/router';
import { channelNarrow } from '../../links/narrow';
import type { KnownChannel } from '../../store/channels';
import { mayAdminister } from '../../store/rights';
import { DialogButtons, Dialog } from '../../ui/Dialog';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { RetentionPreview } from '../organization/RetentionPreview';
import { OwnChannel } from '../personal/OwnChannel';
import { SettingRow } from '../SettingRow';
import styles from '../settings.module.css';
import { s } from '../words';
import { settingsOfChannel } from './channel-setting';
import { Subscribers } from './Subscribers';

/** Everything of one channel. */
export function ChannelPage({ channel }: { readonly channel: KnownChannel }) {
  const client = useClient();
  const { store, channelAdministration } = client;
  const { stream_id: id } = channel;
  const [defaults, setDefaults] = useState<readonly number[]>([]);
  const load = () => void channelAdministration.defaults().then(setDefaults, () => undefined);
  useEffect(load, [id]);
  const settings = settingsOfChannel(client, channel, defaults.includes(id)).map((setting) => ({
    ...setting,
    save: async (next: unknown) => {
      const refusal = await setting.save(next);
      load();
      return refusal;
    },
  }));
  return (
    <>
      <h2 dir="auto">
        <a href={hrefOfNarrow(channelNarrow(id), store)}>{channel.name}</a>
      </h2>
      {channel.is_archived && <p>{s.channelIsArchived}</p>}
      <OwnChannel key={id} channel={channel} />
      <h3>{s.channelForAll}</h3>
      <div class={styles.rows}>
        {settings.map((setting) => (
          <SettingRow key={setting.id} setting={setting} />
        ))}
        <Archiving channel={channel} />
      </div>
      <RetentionPreview key={id} channel={channel} />
      <Subscribers channel={channel} />
    </>
  );
}

function Archiving({ channel }: { readonly channel: KnownChannel }) {
  const { store, channelAdministration } = useClient();
  const { failure, run, runWithUndo } = useAction();
  const [isAsked, setAsked] = useState(false);
  const { stream_id: id, name, is_archived: isArchived } = channel;
  const reason = mayAdminister(store, channel) ? null : s.ofChannelAdministrators;
  const describedBy = reason === null ? undefined : 'why-archive';
  const unarchive = () => channelAdministration.change(id, { is_archived: false });
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void runWithUndo(channelAdministration.archive(id), unarchive).then((isDone) => isDone && setAsked(false));
  };
  return (
    <div class={styles.row}>
      {isArchived ? (
        <button
          class={styles.button}
          disabled={reason !== null}
          aria-describedby={describedBy}
          onClick={() => void run(unarchive())}
        >
          {s.unarchiveChannel}
        </button>
      ) : (
        <button
          class={styles.danger}
          disabled={reason !== null}
          aria-describedby={describedBy}
          onClick={() => setAsked(true)}
        >
          {s.archiveChannel}
        </button>
      )}
      {reason !== null && (
        <p class={styles.reason} id={describedBy}>
          {reason}
        </p>
      )}
      {!isAsked && <Failure text={failure} />}
      {isAsked && (
        <Dialog title={s.archiveQuestion(name)} onClose={() => setAsked(false)}>
          <form class={styles.form} onSubmit={onSubmit}>
            <p>{s.archiveWhat}</p>
            <DialogButtons confirm={s.archiveChannel} isDangerous failure={failure} onCancel={() => setAsked(false)} />
          </form>
        </Dialog>
      )}
    </div>
  );
}
