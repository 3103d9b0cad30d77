import { useState } from 'preact/hooks';
import type { ControlProps } from './control-props';
import { periodOf } from './period';
import { INHERITED, UNLIMITED } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';

const OTHER = 'other';
const MOST = 2_147_483_647;

/** A period: one of the usual ones, another one, or no limit. The server keeps no limit as `null`. */
export function LimitControl({ setting, shown, describedBy, change }: ControlProps) {
  const { control } = setting.row;
  const [isOther, setOther] = useState(false);
  if (control.kind !== 'limit') return null;
  const value = typeof shown === 'number' && shown > 0 ? shown : null;
  const known =
    value === null || control.usual.includes(value) ? control.usual : [...control.usual, value].sort((a, b) => a - b);
  const isInherited = control.isInherited === true && (shown === null || shown === INHERITED);
  const stored = value === null ? UNLIMITED : String(value);
  const isDisabled = setting.reason !== null;
  const onChange = ({ currentTarget }: { currentTarget: HTMLSelectElement }) => {
    setOther(currentTarget.value === OTHER);
    if (currentTarget.value === OTHER) return;
    const { value: chosen } = currentTarget;
    change(chosen === UNLIMITED || chosen === INHERITED ? chosen : Number(chosen));
  };
  return (
    <div class={styles.text}>
      <select
        id={setting.id}
        value={isOther ? OTHER : isInherited ? INHERITED : stored}
        disabled={isDisabled}
        aria-describedby={describedBy}
        onChange={onChange}
      >
        {control.isInherited && <option value={INHERITED}>{s.asOrganization}</option>}
        {!control.isNeeded && <option value={UNLIMITED}>{s.unlimited}</option>}
        {known.map((count) => (
          <option key={count} value={String(count)}>
            {control.unit === 'days' ? s.days(count) : periodOf(count)}
          </option>
        ))}
        <option value={OTHER}>{s.other}</option>
      </select>
      {isOther && (
        <input
          type="number"
          class={styles.number}
          aria-label={control.unit === 'days' ? s.limitInDays(setting.label) : s.limitInSeconds(setting.label)}
          min={1}
          max={MOST}
          defaultValue={value === null ? '' : String(value)}
          onChange={({ currentTarget }) => {
            if (currentTarget.value === '' || !currentTarget.reportValidity()) return;
            setOther(false);
            change(currentTarget.valueAsNumber);
          }}
        />
      )}
    </div>
  );
}
