import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Reason, Report } from './report';

export type NewReport = Pick<Report, 'messageId' | 'senderId' | 'reporterId' | 'reason' | 'description'> & {
  readonly organizationId: OrganizationId;
  readonly reportedAt: Date;
};

/** Which reports are wanted. */
export interface ReportFilter {
  readonly state: 'all' | 'open' | 'resolved';
  /** Only reports with a smaller id; null: from the newest on. */
  readonly before: number | null;
}

interface ReportRow {
  readonly id: number;
  readonly messageId: MessageId;
  readonly senderId: UserId;
  readonly reporterId: UserId;
  readonly reason: Reason;
  readonly description: string;
  readonly reportedAt: number;
  readonly resolverId: UserId | null;
  readonly resolvedAt: number | null;
  readonly note: string;
}

const seconds = (column: string, name: string) => `floor(extract(epoch FROM ${column}))::bigint AS "${name}"`;
const COLUMNS = `id, message_id AS "messageId", sender_id AS "senderId", reporter_id AS "reporterId", reason,
  description, ${seconds('reported_at', 'reportedAt')}, resolver_id AS "resolverId",
  ${seconds('resolved_at', 'resolvedAt')}, note`;

const IN_STATE = { all: 'true', open: 'resolved_at IS NULL', resolved: 'resolved_at IS NOT NULL' } as const;

@Injectable()
export class ReportRepository {
  constructor(private readonly database: Database) {}

  async insert(report: NewReport): Promise<void> {
    await this.database.write(
      `INSERT INTO report (organization_id, message_id, sender_id, reporter_id, reason, description, reported_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        report.organizationId,
        report.messageId,
        report.senderId,
        report.reporterId,
        report.reason,
        report.description,
        report.reportedAt,
      ],
    );
  }

  /** Newest first. */
  async list(organizationId: OrganizationId, { state, before }: ReportFilter, limit: number): Promise<Report[]> {
    const rows = await this.database.rows<ReportRow>(
      `SELECT ${COLUMNS} FROM report
        WHERE organization_id = $1 AND id < coalesce($2::bigint, 9223372036854775807) AND ${IN_STATE[state]}
        ORDER BY id DESC LIMIT $3`,
      [organizationId, before, limit],
    );
    return rows.map(reportOf);
  }

  /** Held until the transaction ends; null: the organization has no such report. */
  async lock(organizationId: OrganizationId, id: number): Promise<Report | null> {
    const row = await this.database.row<ReportRow>(
      `SELECT ${COLUMNS} FROM report WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
      [organizationId, id],
    );
    return row && reportOf(row);
  }

  async update(organizationId: OrganizationId, { id, resolution, note }: Report): Promise<void> {
    await this.database.write(
      `UPDATE report SET resolver_id = $3, resolved_at = to_timestamp($4), note = $5
        WHERE organization_id = $1 AND id = $2`,
      [organizationId, id, resolution?.resolverId ?? null, resolution?.resolvedAt ?? null, note],
    );
  }
}

const reportOf = ({ resolverId, resolvedAt, ...row }: ReportRow): Report => ({
  ...row,
  resolution: resolverId === null || resolvedAt === null ? null : { resolverId, resolvedAt },
});
