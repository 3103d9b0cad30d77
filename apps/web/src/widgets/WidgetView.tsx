import { useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { userName } from '../app/names';
import { t } from '../i18n';
import type { KnownMessage } from '../store/messages';
import { Html } from '../ui/Html';
import { Widget, widgetOf } from './widget';
import styles from './WidgetView.module.css';

/** A poll or a list of tasks, to be voted in and added to. */
export function WidgetView({ message }: { readonly message: KnownMessage }) {
  const { store, messageActions, notices } = useClient();
  const widget = widgetOf(message.submessages);
  if (!widget) return <Html html={message.content} />;
  const extend = async (addition: object): Promise<void> => {
    const refusal = await messageActions.extend(message.id, addition);
    if (refusal) notices.say(refusal.message || t.notReached);
  };
  const add = (text: string) => {
    const idx = message.submessages.length;
    const isPoll = widget.kind === 'poll';
    void extend(
      isPoll
        ? { type: 'new_option', option: text, idx }
        : { type: 'new_task', key: idx, task: text, desc: '', completed: false },
    );
  };
  return (
    <div class={styles.widget} role="group" aria-label={widget.title || t[widget.kind]}>
      <h3 dir="auto">{widget.title || t[widget.kind]}</h3>
      <Items widget={widget} onChange={(addition) => void extend(addition)} />
      {store.isSpectator ? (
        <p>{t.spectatingWidget}</p>
      ) : (
        <Adding label={widget.kind === 'poll' ? t.newOption : t.newTask} onAdd={add} />
      )}
    </div>
  );
}

function Items({ widget, onChange }: { readonly widget: Widget; onChange(addition: object): void }) {
  const { store } = useClient();
  if (widget.kind === 'todo')
    return (
      <ul>
        {widget.tasks.map(({ key, text, description, isDone }) => (
          <li key={key}>
            <label>
              <input
                type="checkbox"
                checked={isDone}
                disabled={store.isSpectator}
                onChange={() => onChange({ type: 'strike', key })}
              />{' '}
              <span dir="auto">{text}</span> <small dir="auto">{description}</small>
            </label>
          </li>
        ))}
      </ul>
    );
  return (
    <ul>
      {widget.options.map(({ key, text, voters }) => {
        const isOwn = voters.includes(store.me);
        return (
          <li key={key} class={styles.option}>
            <button
              aria-pressed={isOwn}
              disabled={store.isSpectator}
              aria-label={t.votes(text, voters.length)}
              onClick={() => onChange({ type: 'vote', key, vote: isOwn ? -1 : 1 })}
            >
              {voters.length}
            </button>
            <p>
              <span dir="auto">{text}</span> <small>{voters.map((id) => userName(store, id)).join(', ')}</small>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function Adding({ label, onAdd }: { readonly label: string; onAdd(text: string): void }) {
  const [text, setText] = useState('');
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (text.trim() === '') return;
    onAdd(text.trim());
    setText('');
  };
  return (
    <form onSubmit={onSubmit}>
      <input
        type="text"
        dir="auto"
        aria-label={label}
        placeholder={label}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
    </form>
  );
}
