import type { DynamicModule } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { DatabaseAccess } from './connections/database-access';
import { DatabaseModule } from './database.module';

const providersIn = ({ imports = [], providers = [] }: DynamicModule): unknown[] => [
  ...providers,
  ...imports.flatMap((one) => (typeof one === 'object' && 'module' in one ? providersIn(one) : [])),
];

describe('the module of the database', () => {
  it('adds no guard and no interceptor for all requests', () => {
    const tokens = providersIn(DatabaseModule.connectedTo(new DatabaseAccess('postgres://127.0.0.1/none'))).map(
      (provider) =>
        typeof provider === 'object' && provider !== null && 'provide' in provider ? provider.provide : provider,
    );

    expect(tokens).not.toContain(APP_GUARD);
    expect(tokens).not.toContain(APP_INTERCEPTOR);
    expect(tokens.length).toBeGreaterThan(4);
  });
});
