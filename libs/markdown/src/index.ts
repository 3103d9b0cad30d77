export { alertWordIndex, findAlertWords } from './alert-words';
export type { AlertWordIndex } from './alert-words';
export { codeOf, emojiData, isUnicodeEmoji, namesOf } from './emoji/emoji-data';
export type { EmojiData } from './emoji/emoji-data';
export type { CustomEmoji } from './emoji/custom-emoji';
export { RenderingFailed } from './errors';
export { renderAside } from './heavy/render-aside';
export { findLinks } from './linkifier/find-links';
export {
  GroupIsNotInTemplate,
  PatternIsInvalid,
  UrlTemplateIsInvalid,
  VariableIsNotInPattern,
} from './linkifier/errors';
export { compileLinkifier } from './linkifier/linkifier';
export type { Linkifier } from './linkifier/linkifier';
export { isSafeTemplate } from './linkifier/safe-template';
export { templateVariables } from './linkifier/url-template';
export type { LinkPreview, Upload, UploadedImage } from './media/media';
export { findReferences } from './find-references';
export type { MentionedNames, References, RenderingOrganization } from './references';
export { render, RENDERER_VERSION } from './renderer';
export type { Rendered } from './renderer';
