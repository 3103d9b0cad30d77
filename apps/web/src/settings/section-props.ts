/** What a section that shows more than rows of the table gets. */
export interface SectionProps {
  /** What the address names within the section: the id of a channel; absent: the section itself. */
  readonly detail: string | undefined;
}
