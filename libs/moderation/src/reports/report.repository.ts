import { type OrganizationId, unixSeconds } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, LessThan, Not, Repository } from 'typeorm';
import type { Report } from './report';
import { ReportEntity } from './report.entity';

export type NewReport = Pick<Report, 'messageId' | 'senderId' | 'reporterId' | 'reason' | 'description'> & {
  readonly organizationId: OrganizationId;
  readonly reportedAt: Date;
};

/** Selects the reports of a page. */
export interface ReportFilter {
  readonly state: 'all' | 'open' | 'resolved';
  /** Only reports with a smaller id; `null` begins with the newest. */
  readonly before: number | null;
}

const IN_STATE = { all: {}, open: { resolvedAt: IsNull() }, resolved: { resolvedAt: Not(IsNull()) } } as const;

@Injectable()
export class ReportRepository {
  constructor(@InjectRepository(ReportEntity) private readonly reports: Repository<ReportEntity>) {}

  async insert(report: NewReport): Promise<void> {
    await this.reports.insert(report);
  }

  /** Newest first. */
  async list(organizationId: OrganizationId, { state, before }: ReportFilter, limit: number): Promise<Report[]> {
    const rows = await this.reports.find({
      where: { organizationId, ...IN_STATE[state], ...(before !== null && { id: LessThan(before) }) },
      order: { id: 'DESC' },
      take: limit,
    });
    return rows.map(reportOf);
  }

  /** Locks the row until the transaction ends. `null`: the organization has no such report. */
  async lock(organizationId: OrganizationId, id: number): Promise<Report | null> {
    const row = await this.reports.findOne({ where: { organizationId, id }, lock: { mode: 'pessimistic_write' } });
    return row && reportOf(row);
  }

  async update(organizationId: OrganizationId, { id, resolution, note }: Report): Promise<void> {
    const resolvedAt = resolution && new Date(resolution.resolvedAt * 1000);
    await this.reports.update({ organizationId, id }, { resolverId: resolution?.resolverId ?? null, resolvedAt, note });
  }
}

const reportOf = ({ resolverId, resolvedAt, ...row }: ReportEntity): Report => ({
  id: row.id,
  messageId: row.messageId,
  senderId: row.senderId,
  reporterId: row.reporterId,
  reason: row.reason,
  description: row.description,
  reportedAt: unixSeconds(row.reportedAt),
  resolution: resolverId === null || resolvedAt === null ? null : { resolverId, resolvedAt: unixSeconds(resolvedAt) },
  note: row.note,
});
