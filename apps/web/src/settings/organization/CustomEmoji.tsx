import { useRef, useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { clearedIfUnchanged } from '../../ui/cleared';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { reasonIn } from '../permission-reasons';
import { RemovableRow } from './RemovableRow';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';

/** Emoji of the organization. */
export function CustomEmoji() {
  const { store, administration } = useClient();
  const { failure, run } = useAction();
  const [name, setName] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const reason = reasonIn(store, 'realm_can_add_custom_emoji_group');
  const locked = { 'aria-describedby': reason === null ? undefined : 'why-emoji' };
  const isAdministrator = reasonAgainst(store.own?.role, false) === null;
  const emoji = Object.values(store.lists.get('realm_emoji')).filter(({ deactivated }) => !deactivated);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const picture = file.current!.files?.[0];
    if (!picture) return;
    void run(administration.addEmoji(name.trim(), picture)).then((isDone) => {
      if (!isDone) return;
      setName(clearedIfUnchanged(name));
      if (file.current?.files?.[0] === picture) file.current.value = '';
    });
  };
  return (
    <>
      <form class={styles.form} onSubmit={onSubmit}>
        <label>
          {s.name}
          <input
            required
            maxLength={100}
            value={name}
            readOnly={reason !== null}
            {...locked}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <label>
          {s.emojiFile}
          <input ref={file} type="file" accept="image/*" required disabled={reason !== null} {...locked} />
        </label>
        {reason !== null && (
          <p class={styles.reason} id="why-emoji">
            {reason}
          </p>
        )}
        <Failure text={failure} />
        <div>
          <button class={styles.button} disabled={reason !== null} {...locked}>
            {s.addEmoji}
          </button>
        </div>
      </form>
      {emoji.length === 0 && <p>{s.noEmoji}</p>}
      <ul class={styles.list} role="list">
        {emoji.map(({ id, name: one, source_url: picture, author_id: author }) => (
          <RemovableRow
            key={id}
            name={one}
            about={author === null ? '' : s.addedBy(store.people.users.get(author)?.full_name ?? String(author))}
            picture={picture}
            remove={isAdministrator || author === store.me ? () => administration.removeEmoji(one) : null}
          />
        ))}
      </ul>
    </>
  );
}
