import { Injectable } from '@nestjs/common';
import type { IdentityProvider, ProviderKindName } from '../providers/identity-provider';
import { PersonIsNotFound } from './account.errors';
import type { ExternalPerson } from './external-person';

/** How an owner describes the person whom a test is about. */
export interface ShownPerson {
  /** The name that the person types, for directories. */
  readonly login: string | null;
  /** What the provider would say, for providers that are asked through the browser. */
  readonly claims: Readonly<Record<string, unknown>> | null;
}

/** The person whom a login would name, without one. @throws PersonIsNotFound */
type Source = (provider: IdentityProvider, shown: ShownPerson) => Promise<ExternalPerson>;

/** Finds people of providers for tests. Each kind of provider registers its source in `onModuleInit`. */
@Injectable()
export class NamedPeople {
  private readonly sources = new Map<ProviderKindName, Source>();

  add(kind: ProviderKindName, source: Source): void {
    this.sources.set(kind, source);
  }

  /** @throws PersonIsNotFound */
  async find(provider: IdentityProvider, shown: ShownPerson): Promise<ExternalPerson> {
    const source = this.sources.get(provider.kind);
    if (!source) throw new PersonIsNotFound(`Tests of ${provider.kind} providers name no person`);
    return source(provider, shown);
  }
}
