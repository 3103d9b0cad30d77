import { useClient } from '../../app/client';
import type { Linkifier } from '../../server/settings/administration';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { MoveButtons } from '../MoveButtons';
import type { Setting } from '../setting';
import { SettingRow } from '../SettingRow';
import styles from '../settings.module.css';
import { s } from '../words';

interface Props {
  readonly linkifier: Linkifier;
  readonly at: number;
  readonly order: readonly number[];
  /** Why the user may not change it; `null`: the user may. */
  readonly reason: string | null;
}

/** A linkifier: its place among those that are tried one after the other, its pattern and template, and its end. */
export function LinkifierRow({ linkifier, at, order, reason }: Props) {
  const { store, administration } = useClient();
  const { failure, runWithUndo } = useAction();
  const { id, pattern, url_template } = linkifier;
  const read = () => store.lists.get('realm_linkifiers').find((one) => one.id === id) ?? linkifier;
  const text = (key: 'pattern' | 'url_template', label: string): Setting => ({
    ...{
      id: `linkifier_${key}_${id}`,
      row: { control: { kind: 'text', most: 1_000 } },
      label,
      wordsOfChoices: '',
      reason,
    },
    read: () => read()[key],
    save: (next) => {
      const { pattern: now, url_template: url } = read();
      return administration.changeLinkifier(id, { pattern: now, url_template: url, [key]: String(next) });
    },
  });
  return (
    <li class={styles.item}>
      <span class={styles.about} dir="auto">
        {pattern}
        <small>{url_template}</small>
      </span>
      {reason === null && (
        <>
          <MoveButtons
            name={pattern}
            at={at}
            order={order}
            onMove={(wanted) =>
              void runWithUndo(administration.orderLinkifiers(wanted), () => administration.orderLinkifiers(order))
            }
          />
          <button
            class={styles.button}
            aria-label={s.remove(pattern)}
            onClick={() =>
              void runWithUndo(administration.removeLinkifier(id), () =>
                administration.addLinkifier({ pattern, url_template }),
              )
            }
          >
            {s.removeShort}
          </button>
          <details class={styles.more}>
            <summary>{s.settingsOf(pattern)}</summary>
            <div class={styles.rows}>
              <SettingRow setting={text('pattern', s.patternOf(pattern))} />
              <SettingRow setting={text('url_template', s.urlTemplateOf(pattern))} />
            </div>
          </details>
        </>
      )}
      <Failure text={failure} />
    </li>
  );
}
