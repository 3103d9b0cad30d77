import { fenceFor } from '../markdown/fences';

/** What a quotation says beside the text. */
export interface Quoted {
  readonly sender: string;
  /** `null`: the user may not see who it is. */
  readonly senderId: number | null;
  /** The address of the message. */
  readonly link: string;
  readonly said: string;
}

/** A text as a quotation that names its author without notifying, and links the message. */
export function quotationOf(source: string, { sender, senderId, link, said }: Quoted): string {
  const fence = fenceFor(source);
  const author = senderId === null ? `**${sender}**` : `@_**${sender}|${senderId}**`;
  return `${author} [${said}](${link}):\n${fence}quote\n${source}\n${fence}\n`;
}
