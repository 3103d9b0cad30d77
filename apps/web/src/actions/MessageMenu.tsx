import { Client, useClient } from '../app/client';
import { t } from '../i18n';
import type { KnownMessage } from '../store/messages';
import { mayDelete, mayEdit, mayMoveOut, mayRename, maySeeHistory, Right } from '../store/rights';
import { Popup } from '../ui/Popup';
import { ActionName, ACTIONS } from './actions';
import styles from './actions.module.css';
import type { MessageDialogProps } from './props';

interface Item {
  readonly name: string;
  readonly action: ActionName;
  readonly right: Right;
}

/** Everything that can be done with a message. What another user or a setting forbids is absent. */
export function MessageMenu({ message }: MessageDialogProps) {
  const client = useClient();
  const { dialogs } = client;
  const items = itemsFor(client, message).filter(({ right }) => right !== 'never');
  return (
    <Popup role="menu" name={t.messageActions} trigger={dialogs.trigger} onClose={() => dialogs.close()}>
      {items.map(({ name, action, right }) => (
        <button
          key={action}
          type="button"
          role="menuitem"
          class={styles.item}
          tabIndex={-1}
          aria-disabled={right === 'late'}
          onClick={() => right === 'allowed' && ACTIONS[action](client, message)}
        >
          {name}
          {right === 'late' && <small> {t.tooLate}</small>}
        </button>
      ))}
    </Popup>
  );
}

function itemsFor({ store }: Client, message: KnownMessage): Item[] {
  const { organization } = store;
  const isOwn = message.sender_id === store.me;
  const when = (isSo: boolean): Right => (isSo ? 'allowed' : 'never');
  const isCollapsed = message.flags.includes('collapsed');
  return [
    { name: t.replyTo, action: 'reply', right: 'allowed' },
    { name: t.quoteMessage, action: 'quote', right: 'allowed' },
    { name: t.forwardMessage, action: 'forward', right: 'allowed' },
    { name: t.editMessage, action: 'edit', right: mayEdit(store, message) },
    { name: t.moveMessage, action: 'move', right: eitherOf(mayRename(store, message), mayMoveOut(store, message)) },
    { name: t.deleteMessage, action: 'delete', right: mayDelete(store, message) },
    { name: t.markUnreadFrom, action: 'unreadFrom', right: 'allowed' },
    { name: isCollapsed ? t.expand : t.collapse, action: 'collapse', right: 'allowed' },
    { name: t.remindMe, action: 'remind', right: 'allowed' },
    { name: t.viewReaders, action: 'readers', right: when(organization.get('realm_enable_read_receipts')) },
    { name: t.viewSource, action: 'source', right: 'allowed' },
    { name: t.viewHistory, action: 'history', right: when(maySeeHistory(store, message)) },
    { name: t.copyLink, action: 'copyLink', right: 'allowed' },
    {
      name: t.reportMessage,
      action: 'report',
      right: when(!isOwn && organization.get('realm_moderation_request_channel_id') >= 0),
    },
  ];
}

function eitherOf(one: Right, other: Right): Right {
  if (one === 'allowed' || other === 'allowed') return 'allowed';
  return one === 'late' || other === 'late' ? 'late' : 'never';
}
