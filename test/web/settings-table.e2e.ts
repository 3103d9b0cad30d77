import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { de } from '../../apps/web/src/i18n/generated/settings/de';
import { en } from '../../apps/web/src/i18n/generated/settings/en';
import { CHANNEL } from '../../apps/web/src/settings/channels/channel-table';
import { ORGANIZATION, PERSONAL, Row } from '../../apps/web/src/settings/table';

interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Contract {
  readonly paths: Record<
    string,
    Record<string, { requestBody: { content: Record<string, { schema: Schema }> } } | undefined> | undefined
  >;
  readonly components: { readonly schemas: Record<string, Schema | undefined> };
}

const contract = JSON.parse(readFileSync(join(__dirname, '../../docs/openapi.json'), 'utf8')) as Contract;

/** Facts about the account that have forms of their own, and the older name of a setting. */
const WITHOUT_ROW = ['full_name', 'email', 'old_password', 'new_password', 'mandatory_topics'];

const PAGES = [
  ['/api/v1/settings', PERSONAL, ''],
  ['/api/v1/realm', ORGANIZATION, 'realm_'],
  ['/api/v1/realm/user_settings_defaults', PERSONAL, ''],
] as const;

describe('the table of settings', () => {
  it.each(PAGES)('has a row for every parameter of PATCH %s', (path, table) => {
    const missing = Object.keys(parametersOf(path)).filter((name) => !(name in table) && !WITHOUT_ROW.includes(name));
    expect(missing).toEqual([]);
  });

  it.each(PAGES)('offers exactly the values that PATCH %s accepts', (path, table) => {
    const rows: Readonly<Record<string, Row>> = table;
    const different = Object.entries(parametersOf(path)).filter(([name, { enum: allowed }]) => {
      const control = rows[name]?.control;
      return allowed && control?.kind === 'choice' && sorted(control.values) !== sorted(allowed);
    });
    expect(different.map(([name]) => name)).toEqual([]);
  });

  it.each(PAGES)('has words for every label and choice of PATCH %s in each language', (_path, table, prefix) => {
    const needed = Object.entries(table as Readonly<Record<string, Row>>).flatMap(([name, { control }]) => {
      const values = control.kind === 'choice' ? control.values : [];
      return [`${prefix}${name}`, ...values.map((value) => `${prefix}${name}_${value}`)];
    });
    for (const words of [en, de]) expect(needed.filter((name) => !Object.hasOwn(words, name))).toEqual([]);
  });

  it('has words for every setting of a channel in each language', () => {
    const needed = Object.entries(CHANNEL).flatMap(([name, control]) => {
      const values = control.kind === 'choice' ? control.values : [];
      return [`channel_${name}`, ...values.map((value) => `channel_${name}_${value}`)];
    });
    for (const words of [en, de]) expect(needed.filter((name) => !Object.hasOwn(words, name))).toEqual([]);
  });
});

function parametersOf(path: string): Readonly<Record<string, Schema>> {
  const content = Object.values(contract.paths[path]!.patch!.requestBody.content)[0]!;
  const { $ref } = content.schema;
  const schema = $ref ? contract.components.schemas[$ref.split('/').at(-1)!]! : content.schema;
  return schema.properties!;
}

const sorted = (values: readonly unknown[]): string => [...values].map(String).sort().join();
