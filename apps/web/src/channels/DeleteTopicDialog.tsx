import { useFormRequest } from '../actions/form-request';
import { useClient } from '../app/client';
import type { OpenedOnTopic } from '../app/dialogs';
import { channelName, topicName } from '../app/names';
import { t } from '../i18n';
import { DialogButtons, Dialog } from '../ui/Dialog';

/** Asks before all messages of a topic are deleted. */
export function DeleteTopicDialog({ opened: { channelId, topic } }: { readonly opened: OpenedOnTopic }) {
  const { store, dialogs, topics } = useClient();
  const { failure, isUnderWay, ask } = useFormRequest();
  const close = () => dialogs.close();
  const onSubmit = (event: Event) => {
    event.preventDefault();
    ask(
      () => topics.remove(channelId, topic),
      () => {
        close();
        void topics.load(channelId).catch(() => undefined);
      },
    );
  };
  return (
    <Dialog title={t.deleteTopicTitle} onClose={close}>
      <p dir="auto">
        <strong>{`${channelName(store, channelId)} › ${topicName(topic)}`}</strong>
      </p>
      <p>{t.reallyDeleteTopic}</p>
      <form onSubmit={onSubmit}>
        <DialogButtons confirm={t.delete} isDangerous isDisabled={isUnderWay} failure={failure} onCancel={close} />
      </form>
    </Dialog>
  );
}
