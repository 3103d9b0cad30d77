import { useAsking } from '../actions/asking';
import { useClient } from '../app/client';
import { t } from '../i18n';
import { Answers, Dialog } from '../ui/Dialog';

interface Props {
  /** The name of a private channel. */
  readonly channel: string;
  onClose(): void;
}

/** Asks before the user leaves a private channel: the user cannot come back without others. */
export function LeaveDialog({ channel, onClose }: Props) {
  const { subscribing } = useClient();
  const { failure, isUnderWay, ask } = useAsking();
  const onSubmit = (event: Event) => {
    event.preventDefault();
    ask(() => subscribing.unsubscribe(channel), onClose);
  };
  return (
    <Dialog title={t.unsubscribe(channel)} onClose={onClose}>
      <p>{t.leavePrivate}</p>
      <form onSubmit={onSubmit}>
        <Answers
          confirm={t.unsubscribeShort}
          isDangerous
          isDisabled={isUnderWay}
          failure={failure}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
