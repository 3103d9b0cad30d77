import { Text } from '@app/platform';

const optional = (doc: string) => Text({ doc, required: false, unchecked: true });

/** The query of a list or of a resource (RFC 7644 section 3.4.2). */
export class ScimQuery {
  @optional('Which resources.') filter: string | null = null;
  @optional('The first resource, from 1.') startIndex: string | null = null;
  @optional('The most resources.') count: string | null = null;
  @optional('Only these attributes, separated by commas.') attributes: string | null = null;
  @optional('Not these attributes, separated by commas.') excludedAttributes: string | null = null;
}
