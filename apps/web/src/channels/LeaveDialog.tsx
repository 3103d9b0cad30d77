import { useAsking } from '../actions/asking';
import { useClient } from '../app/client';
import { t } from '../i18n';
import { maySubscribe } from '../store/rights';
import { Answers, Dialog } from '../ui/Dialog';

interface Props {
  /** Its name. */
  readonly channel: string;
  onClose(): void;
}

/** Asks before the user leaves a channel to which the user cannot come back without others. */
export function LeaveDialog({ channel, onClose }: Props) {
  const { store, subscribing } = useClient();
  const { failure, isUnderWay, ask } = useAsking();
  const onSubmit = (event: Event) => {
    event.preventDefault();
    ask(() => subscribing.unsubscribe(channel), onClose);
  };
  return (
    <Dialog title={t.unsubscribe(channel)} onClose={onClose}>
      <p>{maySubscribe(store) ? t.leavePrivate : t.leaveAsGuest}</p>
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
