import type { FirstStartResult } from '@app/identity';
import type { MeasuredMetric } from '@app/platform';

/** The environment variable by which a process of a machine knows which of them it is. */
export const SLOT = 'SERVER_PROCESS';

/** Messages of a server process to its supervisor. */
export type FromProcess =
  | { say: 'ready'; url: string; firstStart: FirstStartResult }
  /** A request for measurements, which must cover all processes. */
  | { say: 'measure'; question: number }
  | { say: 'measured'; round: number; metrics: MeasuredMetric[] };

/** Messages of the supervisor to a process. */
export type ToProcess =
  { say: 'measure'; round: number } | { say: 'measurements'; question: number; all: MeasuredMetric[][] };
