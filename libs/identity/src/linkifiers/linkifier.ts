/** A pattern whose matches in messages and topics become links (docs/markdown.md). */
export interface LinkifierRule {
  readonly id: number;
  /** RE2 with named groups. */
  readonly pattern: string;
  /** RFC 6570, with exactly the groups of the pattern as variables. */
  readonly urlTemplate: string;
}
