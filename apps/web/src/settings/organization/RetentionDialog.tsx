import { useClient } from '../../app/client';
import { DialogButtons, Dialog } from '../../ui/Dialog';
import { useLoaded } from '../loading';
import type { Deletion } from '../setting';
import { s } from '../words';
import { deletedBy } from './retention-words';

interface Props {
  readonly deletion: Deletion;
  onClose(): void;
  onConfirm(): void;
}

/** Asks before older messages are deleted: the server begins within a minute, and nothing brings them back. */
export function RetentionDialog({ deletion: { days, channelId }, onClose, onConfirm }: Props) {
  const { oversight } = useClient();
  const { value } = useLoaded(() => oversight.retentionPreview(days, channelId), `${days} ${channelId}`);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    onConfirm();
  };
  return (
    <Dialog title={s.deleteOlderThan(s.days(days))} onClose={onClose}>
      <form onSubmit={onSubmit}>
        <p role="status">{value && deletedBy(value)}</p>
        <p>{s.retentionHelp}</p>
        <DialogButtons confirm={s.deleteOlder} isDangerous failure={null} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
