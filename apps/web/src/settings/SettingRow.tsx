import { useState } from 'preact/hooks';
import { Icon } from '../ui/icons';
import { Failure } from './Failure';
import { GroupPicker } from './controls/GroupPicker';
import { useSaving } from './saving';
import { RetentionDialog } from './organization/RetentionDialog';
import { type Deletion, type Setting, requestFor } from './setting';
import {
  ChannelControl,
  ChoiceControl,
  FolderControl,
  LanguageControl,
  OptionsControl,
  ZoneControl,
} from './controls/choices';
import { LimitControl } from './controls/LimitControl';
import { MethodsControl } from './controls/MethodsControl';
import { PeopleControl } from './controls/PeopleControl';
import styles from './settings.module.css';
import { DateControl, NumberControl, TextControl } from './controls/texts';

/** A setting: its label, its control, why it cannot be changed, and what the server said. */
export function SettingRow({ setting }: { readonly setting: Setting }) {
  const { id, label, reason, help = '', row } = setting;
  const { shown, failure, isSaved, change } = useSaving(
    setting.read,
    setting.save,
    (stored) => requestFor(row, stored),
    setting.label,
  );
  const [asked, setAsked] = useState<{ readonly value: unknown; readonly deletion: Deletion } | null>(null);
  /** What deletes messages has no way back, so it is asked about. */
  const choose = (value: unknown) => {
    const deletion = setting.deletes?.(value) ?? null;
    if (deletion) setAsked({ value, deletion });
    else change(value);
  };
  const [helpId, whyId] = [help === '' ? [] : [`help-${id}`], reason === null ? [] : [`why-${id}`]];
  const describedBy = [...helpId, ...whyId].join(' ') || undefined;
  const Control = controlOf(row.control.kind);
  return (
    <div class={styles.row}>
      {row.control.kind === 'switch' ? (
        <label class={styles.switch}>
          <input
            type="checkbox"
            checked={shown === true}
            disabled={reason !== null}
            aria-describedby={describedBy}
            onChange={({ currentTarget }) => change(currentTarget.checked)}
          />
          {label}
          {isSaved && <SavedMark />}
        </label>
      ) : (
        <>
          <label class={styles.label} for={id}>
            {label}
            {isSaved && <SavedMark />}
          </label>
          {Control && <Control {...{ setting, shown, describedBy, change: choose }} />}
        </>
      )}
      {help !== '' && (
        <p class={styles.reason} id={helpId[0]} dir="auto">
          {help}
        </p>
      )}
      {reason !== null && (
        <p class={styles.reason} id={whyId[0]}>
          {reason}
        </p>
      )}
      <Failure text={failure} />
      {asked && (
        <RetentionDialog
          deletion={asked.deletion}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            change(asked.value);
          }}
        />
      )}
    </div>
  );
}

/** Beside the control, where the user looks; the notice says it to screen readers. */
const SavedMark = () => (
  <span class={styles.saved} aria-hidden="true">
    <Icon name="check" />
  </span>
);

function controlOf(kind: Setting['row']['control']['kind']) {
  switch (kind) {
    case 'switch':
      return null;
    case 'choice':
      return ChoiceControl;
    case 'options':
      return OptionsControl;
    case 'date':
      return DateControl;
    case 'people':
      return PeopleControl;
    case 'language':
      return LanguageControl;
    case 'zone':
      return ZoneControl;
    case 'channel':
      return ChannelControl;
    case 'folder':
      return FolderControl;
    case 'text':
      return TextControl;
    case 'number':
      return NumberControl;
    case 'limit':
      return LimitControl;
    case 'group':
      return GroupPicker;
    case 'methods':
      return MethodsControl;
  }
}
