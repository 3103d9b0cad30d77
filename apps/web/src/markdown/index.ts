export { markdownOf } from './blocks';
export { isFormatted } from './formats';
export { piecesOf } from './tree';
