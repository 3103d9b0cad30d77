/** Collects the values of a statement that is composed of parts. */
export class Bindings {
  readonly values: unknown[] = [];

  /** The placeholder of the value. */
  add(value: unknown, type: 'bigint' | 'bigint[]' | 'text' | 'smallint[]'): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}
