import { leaf } from './inline-token';
import { matching } from './passes';

/** A character reference passes through as written; every other ampersand is text. */
export const entity = matching('&', /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi, (match) => [
  leaf('html', match[0]),
]);
