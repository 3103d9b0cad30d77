/** The address may not be asked: its form, its port, or where it leads. Asking again is of no use. */
export class OutboundIsRefused extends Error {
  override readonly name = 'OutboundIsRefused';
}

/** It could not be fetched. */
export class OutboundFailed extends Error {
  override readonly name = 'OutboundFailed';

  constructor(
    message: string,
    /** It will hardly be better the next time. */
    readonly isLasting: boolean,
  ) {
    super(message);
  }
}
