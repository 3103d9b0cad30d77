import type { OrganizationId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { CodePlayground, PlaygroundFacts } from './code-playground';
import { CodePlaygroundEntity } from './code-playground.entity';

@Injectable()
export class CodePlaygroundRepository {
  constructor(
    @InjectRepository(CodePlaygroundEntity) private readonly playgrounds: Repository<CodePlaygroundEntity>,
    private readonly database: Database,
  ) {}

  /** Ordered by creation. SQL, as every registration asks for it (ADR 30). */
  list(organizationId: OrganizationId): Promise<CodePlayground[]> {
    return this.database.rows<CodePlayground>(
      `SELECT id, name, language, url_template AS "urlTemplate" FROM code_playground
        WHERE organization_id = $1 ORDER BY id`,
      [organizationId],
    );
  }

  async insert(organizationId: OrganizationId, { name, language, urlTemplate }: PlaygroundFacts): Promise<number> {
    const playground = this.playgrounds.create({ organizationId, name, language, urlTemplate });
    await this.playgrounds.insert(playground);
    return playground.id;
  }

  async update(organizationId: OrganizationId, { id, name, language, urlTemplate }: CodePlayground): Promise<void> {
    await this.playgrounds.update({ organizationId, id }, { name, language, urlTemplate });
  }

  async remove(organizationId: OrganizationId, id: number): Promise<void> {
    await this.playgrounds.delete({ organizationId, id });
  }
}
