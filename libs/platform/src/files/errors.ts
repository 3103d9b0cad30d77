/** The place of the files could not take or give their bytes: nothing is wrong with the file. */
export class StorageIsAway extends Error {
  /** @param word what the storage says itself, such as AccessDenied; no `code`, which would pass for the database's */
  constructor(
    readonly word: string,
    options?: ErrorOptions,
  ) {
    super(`The object store does not do what it is asked for: ${word}`, options);
    this.name = 'StorageIsAway';
  }
}
