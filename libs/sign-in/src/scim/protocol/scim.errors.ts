export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/** A refusal in the words of SCIM (RFC 7644 section 3.12). */
export class ScimError extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415,
    readonly scimType: ScimType | null,
    message: string,
  ) {
    super(message);
  }
}

export const invalidValue = (detail: string): ScimError => new ScimError(400, 'invalidValue', detail);
export const invalidSyntax = (detail: string): ScimError => new ScimError(400, 'invalidSyntax', detail);

/** Absent, or of another provider: the same answer. */
export const resourceIsUnknown = (id: string): ScimError =>
  new ScimError(404, null, `There is no resource ${id.slice(0, 50)}`);
