/** A command that cannot do what it is asked; the message says why and what to do instead. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}
