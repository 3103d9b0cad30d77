import { DialogButtons, Dialog } from '../ui/Dialog';
import styles from './settings.module.css';
import { s } from './words';

/** What happens to a bot only after a question. */
export type BotAsked = 'key' | 'deactivation';

interface Props {
  readonly name: string;
  readonly asked: BotAsked;
  readonly failure: string | null;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before a bot gets a new key, or is deactivated. */
export function BotQuestion({ name, asked, failure, onConfirm, onClose }: Props) {
  const isKey = asked === 'key';
  const onSubmit = (event: Event) => {
    event.preventDefault();
    onConfirm();
  };
  return (
    <Dialog title={isKey ? s.newKeyOf(name) : s.deactivateQuestion(name)} onClose={onClose}>
      <form class={styles.form} onSubmit={onSubmit}>
        <p>{isKey ? s.newKeyWhat : s.deactivateBotWhat}</p>
        <DialogButtons confirm={isKey ? s.newKey : s.deactivate} isDangerous failure={failure} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
