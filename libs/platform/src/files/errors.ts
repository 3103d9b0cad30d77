/** The place of the files could not take or give their bytes: nothing is wrong with the file. */
export class StorageIsUnavailable extends Error {
  /**
   * @param word the storage's error word, such as AccessDenied; not named `code`, which would look like a database
   * error
   */
  constructor(
    readonly word: string,
    options?: ErrorOptions,
  ) {
    super(`The object store does not do what it is asked for: ${word}`, options);
    this.name = 'StorageIsUnavailable';
  }
}
