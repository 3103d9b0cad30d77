export {
  Connection,
  type ResponseOf,
  type ConnectionOptions,
  type OperationName,
  type ParametersOf,
  type RequestOptions,
} from './connection';
export { RequestRefused, ServerUnreachable, isPassing } from './errors';
export type { ServerEvent } from './events';
export { patiently, type Patience } from './patience';
export { EventQueue, type QueueHandlers, type QueueOptions, type QueuePlace } from './queue';
export { register, type RegisterOptions } from './registration';
export { sendOnce } from './sending';
export { upload, type UploadOptions } from './uploads';
export type * from './generated/events';
export type * as Api from './generated/operations';
