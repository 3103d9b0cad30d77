import { Acquaintance, Acquainted } from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { AcquaintanceSourceRepository } from './acquaintance-source.repository';

/** Answers whom guests know. */
@Injectable()
export class AcquaintanceSource extends Acquaintance {
  constructor(private readonly rows: AcquaintanceSourceRepository) {
    super();
  }

  async of(
    organizationId: OrganizationId,
    guestIds: readonly UserId[],
    among: readonly UserId[] | null,
  ): Promise<Acquainted[]> {
    return guestIds.length === 0 ? [] : this.rows.pairs(organizationId, guestIds, among);
  }
}
