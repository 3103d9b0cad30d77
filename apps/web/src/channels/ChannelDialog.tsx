import { useClient } from '../app/client';
import type { OpenedOnChannel } from '../app/dialogs';
import { ColorDialog } from './ColorDialog';
import { LeaveDialog } from './LeaveDialog';

/** The dialogs that the menu of a channel opens. */
export function ChannelDialog({ opened: { deed, channelId } }: { readonly opened: OpenedOnChannel }) {
  const { store, dialogs } = useClient();
  const channel = store.channels.all.get(channelId);
  if (!channel) return null;
  const onClose = () => dialogs.close();
  return deed === 'leave' ? (
    <LeaveDialog channel={channel.name} onClose={onClose} />
  ) : (
    <ColorDialog channel={channel} onClose={onClose} />
  );
}
