export { createBackup } from './backup/create-backup';
export type { BackupSource } from './backup/create-backup';
export { BackupRefused } from './backup/errors';
export type { Manifest } from './backup/manifest';
export type { BackupProgress } from './backup/progress';
export { checkBackup, restoreBackup } from './backup/restore-backup';
export type { RestoreTarget } from './backup/restore-backup';
export * from './config/config';
export { ConfigurationIsInvalid } from './config/settings';
export * from './config/secrets';
export { awaitDatabase, isDatabaseAway } from './database/availability';
export * from './database/database';
export * from './database/embedded/embedded-postgres';
export { dataSourceOptions } from './database/data-source';
export { DedicatedConnection } from './database/dedicated-connection';
export * from './database/locks';
export * from './database/migrate';
export type { OpenTransaction } from './database/transaction-adapter';
export * from './database/transactions';
export * from './events/domain-event-bus';
export * from './http/actor';
export * from './http/application';
export {
  AuthenticationGuard,
  CredentialsAreInvalid,
  CredentialsAreMissing,
  credentialsOf,
  OpenToStrangers,
  Public,
  Unguarded,
} from './http/authentication';
export * from './http/operation';
export { originOfWork, withOrigin } from './http/origin';
export type { Origin } from './http/origin';
export * from './http/parameters/decode';
export * from './http/parameters/errors';
export { readJson } from './http/parameters/json';
export * from './http/parameters/parameter';
export { collect, Parameters } from './http/parameters/parameters.decorator';
export { codePoints } from './http/parameters/text';
export * from './http/rate-limits';
export * from './http/routes';
export { Outbox } from './jobs/outbox';
export type { Backlog, Worker } from './jobs/worker';
export { Workers } from './jobs/workers.service';
export * from './log/log';
export * from './metrics/metrics';
export * from './platform.module';
