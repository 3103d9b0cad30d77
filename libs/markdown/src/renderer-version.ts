/** Stored with each rendered text; raise it whenever the HTML of any text changes. */
export const RENDERER_VERSION = 5;
