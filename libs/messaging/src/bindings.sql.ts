/** Collects the values of a statement that is put together from parts. */
export class Bindings {
  readonly values: unknown[] = [];

  /** The placeholder that stands for the value. */
  add(value: unknown, type: 'bigint' | 'bigint[]' | 'text' | 'smallint[]'): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}
