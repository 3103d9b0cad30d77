import { useState } from 'preact/hooks';
import { useFormRequest } from '../actions/form-request';
import styles from '../actions/actions.module.css';
import { useClient } from '../app/client';
import { t } from '../i18n';
import type { KnownChannel } from '../store/channels';
import { DialogButtons, Dialog } from '../ui/Dialog';

interface Props {
  readonly channel: KnownChannel;
  onClose(): void;
}

/** The colour that a channel has for the user alone. */
export function ColorDialog({ channel: { stream_id: id, name, color: before = '' }, onClose }: Props) {
  const { settings } = useClient();
  const { failure, isUnderWay, ask } = useFormRequest();
  const [color, setColor] = useState(before);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    ask(() => settings.changeChannel(id, 'color', color), onClose);
  };
  return (
    <Dialog title={t.colorOf(name)} onClose={onClose}>
      <form class={styles.form} onSubmit={onSubmit}>
        <input
          type="color"
          aria-label={t.color}
          value={color}
          onInput={({ currentTarget }) => setColor(currentTarget.value)}
        />
        <DialogButtons confirm={t.save} isDisabled={isUnderWay} failure={failure} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
