import type { Setting } from '../setting';

/** What every control gets from the row that it stands in. */
export interface ControlProps {
  readonly setting: Setting;
  readonly shown: unknown;
  /** Ids of the texts that describe the control. */
  readonly describedBy: string | undefined;
  change(value: unknown): void;
}
