import type { ResponseOf, Connection, ParametersOf } from '@parley/client';
import { Refusal, refusalOf } from '../refusal';

export type Report = ResponseOf<'GET moderation/reports'>['reports'][number];
export type AuditEntry = ResponseOf<'GET audit_log'>['entries'][number];
export type AuditFilter = Omit<ParametersOf<'GET audit_log'>, 'before_id' | 'limit'>;
export type Export = ResponseOf<'GET export/realm'>['exports'][number];
export type ServerNode = ResponseOf<'GET server_nodes'>['nodes'][number];
export type PushStatus = ResponseOf<'GET push_status'>;
export type ServerSettings = ResponseOf<'GET server_settings'>;
type PictureKind = 'icon' | 'logo' | 'night_logo';

const LONGEST_PAGE = 1_000;
const WITHOUT_DEVICE = 'NO_ACTIVE_PUSH_DEVICE';
/** An export of the audit log has so many entries at most. */
const MAX_ENTRIES = 100_000;

/** What those see who watch over an organization, and over the server. */
export class Oversight {
  constructor(private readonly connection: Connection) {}

  reports(which: ParametersOf<'GET moderation/reports'>): Promise<ResponseOf<'GET moderation/reports'>> {
    return this.connection.request('GET moderation/reports', which);
  }

  settle(reportId: number, news: { status: Report['status']; note: string }): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH moderation/reports/{report_id}', { report_id: reportId, ...news }));
  }

  /** @param before the id of an entry; absent: the latest page */
  auditPage(filter: AuditFilter, before?: number): Promise<ResponseOf<'GET audit_log'>> {
    return this.connection.request('GET audit_log', {
      ...filter,
      ...(before === undefined ? {} : { before_id: before }),
    });
  }

  /** All entries that a filter lets through, the latest first. */
  async wholeAudit(filter: AuditFilter): Promise<readonly AuditEntry[]> {
    const entries: AuditEntry[] = [];
    for (;;) {
      const before = entries.at(-1)?.id;
      const page = await this.connection.request('GET audit_log', {
        ...filter,
        limit: LONGEST_PAGE,
        ...(before === undefined ? {} : { before_id: before }),
      });
      entries.push(...page.entries);
      if (page.found_oldest || page.entries.length === 0 || entries.length >= MAX_ENTRIES) return entries;
    }
  }

  async exports(): Promise<readonly Export[]> {
    return (await this.connection.request('GET export/realm', {})).exports;
  }

  async consents(): Promise<ResponseOf<'GET export/realm/consents'>['export_consents']> {
    return (await this.connection.request('GET export/realm/consents', {})).export_consents;
  }

  requestExport(type: 1 | 2): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST export/realm', { export_type: type }));
  }

  deleteExport(id: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE export/realm/{export_id}', { export_id: id }));
  }

  setPicture(kind: PictureKind, file: Blob): Promise<Refusal | null> {
    if (kind === 'icon') return refusalOf(this.connection.request('POST realm/icon', { file }));
    return refusalOf(this.connection.request('POST realm/logo', { file, night: kind === 'night_logo' }));
  }

  removePicture(kind: PictureKind): Promise<Refusal | null> {
    if (kind === 'icon') return refusalOf(this.connection.request('DELETE realm/icon', {}));
    return refusalOf(this.connection.request('DELETE realm/logo', { night: kind === 'night_logo' }));
  }

  /**
   * How many messages a retention of so many days would delete.
   * @param channelId absent: a retention of the organization
   */
  retentionPreview(days: number, channelId?: number): Promise<ResponseOf<'GET realm/retention_preview'>> {
    return this.connection.request('GET realm/retention_preview', {
      message_retention_days: days,
      ...(channelId === undefined ? {} : { channel_id: channelId }),
    });
  }

  async nodes(): Promise<readonly ServerNode[]> {
    return (await this.connection.request('GET server_nodes', {})).nodes;
  }

  serverSettings(): Promise<ServerSettings> {
    return this.connection.request('GET server_settings', {});
  }

  /** What the probe for balancers says of each part of this node, such as its database. */
  async health(): Promise<Readonly<Record<string, { readonly status: string }>>> {
    const answer = await fetch('/health/ready');
    const { details = {} } = (await answer.json()) as { details?: Record<string, { status: string }> };
    return details;
  }

  pushStatus(): Promise<PushStatus> {
    return this.connection.request('GET push_status', {});
  }

  /** To the devices of the user, those whose app encrypts and the others. */
  async testPush(): Promise<Refusal | null> {
    const encrypted = await refusalOf(this.connection.request('POST mobile_push/e2ee/test_notification', {}));
    const byToken = await refusalOf(this.connection.request('POST mobile_push/test_notification', {}));
    const failed = [encrypted, byToken].find((one) => one && one.code !== WITHOUT_DEVICE);
    return failed ?? (encrypted && byToken);
  }
}
