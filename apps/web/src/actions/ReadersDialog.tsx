import { useClient } from '../app/client';
import { Hidden } from '../people/Hidden';
import { t } from '../i18n';
import { Avatar } from '../ui/Avatar';
import { Dialog } from '../ui/Dialog';
import styles from './actions.module.css';
import { Fetched, useFetched } from './fetched';
import type { MessageDialogProps } from './props';

/** Those who have read a message, and let it be known. */
export function ReadersDialog({ message }: MessageDialogProps) {
  const { store, dialogs, messageActions } = useClient();
  const answer = useFetched(() => messageActions.readersOf(message.id));
  return (
    <Dialog title={t.viewReaders} onClose={() => dialogs.close()}>
      <Fetched answer={answer}>
        {(ids) => (
          <>
            <p>{ids.length === 0 ? t.noReaders : t.readBy(ids.length)}</p>
            <ul class={styles.people} role="list">
              {ids
                .flatMap((id) => store.people.users.get(id) ?? [])
                .map((person) => (
                  <li key={person.user_id}>
                    <Avatar person={person} isSmall /> <span dir="auto">{person.full_name}</span>
                  </li>
                ))}
              <Hidden ids={ids} />
            </ul>
          </>
        )}
      </Fetched>
    </Dialog>
  );
}
