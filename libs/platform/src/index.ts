export { createBackup } from './backup/create-backup';
export type { BackupSource } from './backup/create-backup';
export { BackupRefused } from './backup/errors';
export type { Manifest } from './backup/manifest';
export type { BackupProgress } from './backup/progress';
export { checkBackup, restoreBackup } from './backup/restore-backup';
export type { RestoreTarget } from './backup/restore-backup';
export { openUploads } from './backup/open-uploads';
export { UploadsDirectory } from './backup/uploads';
export { Config } from './config/config';
export { ConfigurationIsInvalid, readerOf } from './config/environment';
export { addressList, hostName, logLevel, longEnough, onOff, port, postgresUrl, whole } from './config/parsers';
export { Secrets } from './config/secrets';
export {
  awaitDatabase,
  isDatabaseUnavailable,
  isDatabaseTooBusy,
  isRefused,
} from './database/connections/availability';
export { Database, prepared } from './database/database';
export type { PreparedStatement } from './database/database';
export { DatabaseAccess } from './database/connections/database-access';
export { startEmbeddedPostgres } from './database/embedded/embedded-postgres';
export {
  DataDirectoryInUse,
  EmbeddedPostgresFailed,
  EmbeddedPostgresUnavailable,
} from './database/embedded/embedded-postgres.errors';
export type { EmbeddedPostgres } from './database/embedded/embedded-postgres';
export { IdentityColumn, NumberColumn, OPEN_END, PG_SNAPSHOT, XID8 } from './database/entities/columns';
export { BatchLoader } from './database/batch-loader';
export { withReservedConnections } from './database/connections/reserved-connections';
export { DatabaseModule } from './database/database.module';
export { DatabasePing } from './database/connections/database-ping';
export { CONNECTIONS_BESIDE_POOL, PROCESS_NAMES, TAIL_NAME } from './database/connections/connections';
export { GroupCommit } from './database/transactions/group-commit';
export type { SharedOutcome } from './database/transactions/group-commit';
export { LockQueue } from './database/transactions/lock-queue';
export { PoolPressure } from './database/connections/pool-pressure';
export { PoolMeasurements } from './database/connections/pool-measurements';
export { DedicatedConnection } from './database/connections/dedicated-connection';
export { distinctLocks, isHeldBy, lock, lockStatements, tryLockStatement } from './database/transactions/locks';
export type { Lock } from './database/transactions/locks';
export { onPrimary } from './database/replica/replica-reader';
export { ReplicaReads } from './database/replica/replica-reads';
export { covers, IDENTITY, parseWalPosition, REPLAYED, WAL_POSITION } from './database/replica/wal-position';
export type { WalPosition } from './database/replica/wal-position';
export { RowQuota } from './database/row-quota';
export type { RowLimit } from './database/row-quota';
export { migrate } from './database/migrate';
export type { OpenTransaction } from './database/transactions/transaction-adapter';
export { SharedTransactions } from './database/transactions/shared-transactions';
export { Transactions } from './database/transactions/transactions';
export type { Runner } from './database/transactions/transactions';
export { DomainEventBus, Raises, OnDomainEvent } from './events/domain-event-bus';
export { isStorageUnavailable } from './files/availability';
export { newFileKey, unguessable } from './files/file-keys';
export { StorageIsUnavailable } from './files/errors';
export { FileIsTooLarge, Files } from './files/files';
export type { ByteRange } from './files/files';
export type { ObjectStorePlace } from './files/object-store';
export { openFiles } from './files/open-files';
export { PictureIsUnreadable, Pictures } from './files/pictures';
export type { Picture } from './files/pictures';
export { tarOf } from './files/tar-of';
export type { ArchivedFile } from './files/tar-of';
export { THUMBNAIL_FORMATS, TRANSCODED_FORMAT } from './files/thumbnail-formats';
export { ActorOrSpectator, Authenticator, CurrentActor, hostOf, RequestHost } from './http/authentication/actor';
export type { Actor } from './http/authentication/actor';
export { addressBlock } from './http/authentication/address-block';
export { createAdapter, prepareHttp } from './http/application';
export {
  AuthenticationGuard,
  CredentialsAreInvalid,
  CredentialsAreMissing,
  credentialsOf,
  credentialsShown,
  HumansOnly,
  OpenToBrowsers,
  OpenToSpectators,
  OpenToWebhooks,
  Page,
  Public,
  TakesLongForms,
  Unguarded,
} from './http/authentication/authentication';
export { MAX_FORM_BYTES, MAX_PATH_PARAMETER } from './http/bodies/body-limits';
export { clientOf } from './http/authentication/client-name';
export { cookieOf, Cookies, CSRF_COOKIE, SESSION_COOKIE, SESSION_SECONDS } from './http/authentication/cookies';
export { Csrf, CSRF_FIELD } from './http/authentication/csrf';
export { Draining } from './http/draining';
export { sendFile } from './http/responses/file-response';
export {
  CompositeResponse,
  sendsWrittenJson,
  WrittenFields,
  WrittenJson,
  WrittenList,
} from './http/responses/written-json';
export { readForm } from './http/bodies/forms';
export { Heavy } from './http/admission/heavy-requests';
export { describeFiles, FileToCome, TakesFile, WholeFile } from './http/bodies/incoming-file';
export type { FileForm, IncomingFile, SmallFile } from './http/bodies/incoming-file';
export { isLocalRequest } from './http/authentication/local-request';
export { Operation } from './http/operation';
export { BrowserClient } from './http/pages/browser-client';
export { errorPage } from './http/pages/error-page';
export { html, Markup, wordsIn } from './http/pages/markup';
export { field, form, sendPage } from './http/pages/page';
export type { PageContent } from './http/pages/page';
export { originOfWork, withOperation, withOrigin } from './http/authentication/origin';
export type { Origin } from './http/authentication/origin';
export { decode } from './http/parameters/decode';
export { ParameterIsMissing } from './http/parameters/errors';
export { readJson } from './http/parameters/json';
export { LongInteger } from './http/parameters/long-integer';
export { Flag, Integer, Integers, Json, Nested, Objects, Text, Texts, Word } from './http/parameters/parameter';
export { pathId } from './http/parameters/path-id';
export { collect, Parameters } from './http/parameters/parameters.decorator';
export { codePoints } from './http/parameters/text';
export { ServerIsBusy } from './http/admission/pressure';
export { limitUnknownPaths, RateLimits } from './http/admission/rate-limits';
export { BodyIsTooLarge, readBody, RefusesBodies } from './http/bodies/request-body';
export { Routes } from './http/routes';
export { FastPaths } from './http/fast-paths';
export { JobsModule } from './jobs/jobs.module';
export { Outbox } from './jobs/outbox';
export { OutboxWorker } from './jobs/outbox-worker';
export { LeasedJobs } from './jobs/leased-jobs';
export { chunksOf } from './jobs/chunks';
export type { Chunk, ChunkedRow } from './jobs/chunks';
export { ChunkedRows } from './jobs/chunked-rows';
export type { Backlog, Worker } from './jobs/worker';
export { Workers } from './jobs/workers.service';
export { Log } from './log/log';
export { inTime, Metrics } from './metrics/metrics';
export type { MeasuredMetric } from './metrics/metrics';
export { Nodes } from './nodes/nodes';
export type { RunningNode } from './nodes/nodes';
export { OutboundFailed, OutboundIsRefused } from './outbound/errors';
export { Destinations } from './outbound/destinations';
export { Outbound } from './outbound/outbound';
export { OutboundExchanges } from './outbound/outbound-exchanges';
export { OutboundPosts } from './outbound/outbound-posts';
export type { OutboundResponse } from './outbound/outbound';
export { PlatformModule } from './platform.module';
export { renderMailBody } from './mail/mail-body';
export type { MailBody } from './mail/mail-body';
export { unlinked } from './mail/mail';
export type { MailSummary, NewMail } from './mail/mail';
export { Mails } from './mail/mails.service';
export { commandLine, runCommandLine } from './process/command-program';
export { endOnSignal } from './process/lifetime';
export { addressOf, closeWithin } from './process/listening';
export { openDatabaseOf, openShared } from './process/open-database';
export { Renewal } from './process/renewal';
export type { OpenDatabase } from './process/open-database';
export { CommandFailed, processTerminal, table } from './process/terminal';
export type { Terminal } from './process/terminal';
