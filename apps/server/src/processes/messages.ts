import type { FirstStartResult } from '@app/identity';
import type { MeasuredMetric } from '@app/platform';

/** The environment variable by which a process of a machine knows which of them it is. */
export const SLOT = 'SERVER_PROCESS';

/** What a process of a machine says to the one that looks after all of them. */
export type FromProcess =
  | { say: 'ready'; url: string; firstStart: FirstStartResult }
  /** Somebody asked it for the measurements, which are those of all. */
  | { say: 'measure'; question: number }
  | { say: 'measured'; round: number; metrics: MeasuredMetric[] };

/** And what that one says to them. */
export type ToProcess =
  { say: 'measure'; round: number } | { say: 'measurements'; question: number; all: MeasuredMetric[][] };
