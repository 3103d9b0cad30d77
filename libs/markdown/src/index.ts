export { RenderingFailed } from './errors';
export { findLinks } from './inline/bare-link';
export { findReferences } from './references';
export type { MentionedNames, References } from './references';
export { render, RENDERER_VERSION } from './renderer';
export type { Rendered } from './renderer';
