/** How far an import is. */
export interface ImportProgress {
  readonly id: number;
  readonly total: number;
  readonly done: number;
  /** Why the rest is not carried out; `null`: nothing has failed. */
  readonly failure: string | null;
}
