/** A pattern that becomes a link wherever it is found in messages and topics (docs/markdown.md). */
export interface LinkifierRule {
  readonly id: number;
  /** RE2 with named groups. */
  readonly pattern: string;
  /** RFC 6570, with exactly the groups of the pattern as variables. */
  readonly urlTemplate: string;
}
