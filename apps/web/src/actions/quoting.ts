/** What a quotation says beside the text. */
export interface Quoted {
  readonly sender: string;
  readonly senderId: number;
  /** The address of the message. */
  readonly link: string;
  readonly said: string;
}

/** A text as a quotation that names its author without notifying, and links the message. */
export function quotationOf(source: string, { sender, senderId, link, said }: Quoted): string {
  const fence = fenceFor(source);
  return `@_**${sender}|${senderId}** [${said}](${link}):\n${fence}quote\n${source}\n${fence}\n`;
}

/** Longer than any fence in the text. */
function fenceFor(source: string): string {
  const longest = Math.max(2, ...Array.from(source.matchAll(/^ {0,3}(`{3,}|~{3,})/gm), ([, fence]) => fence!.length));
  return '`'.repeat(longest + 1);
}
