import { useFormRequest } from '../actions/form-request';
import { useClient } from '../app/client';
import { t } from '../i18n';
import { maySubscribe } from '../store/rights';
import { DialogButtons, Dialog } from '../ui/Dialog';

interface Props {
  /** Its name. */
  readonly channel: string;
  onClose(): void;
}

/** Asks before the user leaves a channel to which the user cannot come back without others. */
export function LeaveDialog({ channel, onClose }: Props) {
  const { store, subscribing } = useClient();
  const { failure, isUnderWay, ask } = useFormRequest();
  const onSubmit = (event: Event) => {
    event.preventDefault();
    ask(() => subscribing.unsubscribe(channel), onClose);
  };
  return (
    <Dialog title={t.unsubscribe(channel)} onClose={onClose}>
      <p>{maySubscribe(store) ? t.leavePrivate : t.leaveAsGuest}</p>
      <form onSubmit={onSubmit}>
        <DialogButtons
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
