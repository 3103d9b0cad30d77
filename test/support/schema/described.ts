import { Client } from 'pg';
import type { DeclaredColumn } from './statements';

interface Field {
  readonly name: string;
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
}

/** What pg requires of a custom statement: here one that is parsed and described, and never executed. */
class Description {
  fields: Field[] = [];
  readonly done: Promise<void>;
  handleReadyForQuery: () => void;
  handleError: (error: unknown) => void;

  constructor(private readonly text: string) {
    this.done = new Promise((resolve, reject) => {
      this.handleReadyForQuery = resolve;
      this.handleError = reject;
    });
  }

  submit(connection: { parse(query: object): void; describe(what: object): void; sync(): void }): void {
    connection.parse({ text: this.text });
    connection.describe({ type: 'S' });
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.fields = fields;
  }
}

/** How pg maps PostgreSQL's types, with the settings of the server. */
const KINDS: Record<number, string> = {
  16: 'boolean',
  17: 'Buffer',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  114: 'any',
  700: 'number',
  701: 'number',
  869: 'string',
  1000: 'boolean[]',
  1005: 'number[]',
  1007: 'number[]',
  1009: 'string[]',
  1016: 'number[]',
  1043: 'string',
  1184: 'Date',
  1560: 'string',
  1700: 'string',
  2278: 'any',
  2950: 'string',
  3802: 'any',
};

/** Compares the declarations of repositories with PostgreSQL's description. */
export class Schema {
  private constructor(
    private readonly client: Client,
    private readonly nullable: ReadonlySet<string>,
  ) {}

  static async at(url: string): Promise<Schema> {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ key: string }>(
      `SELECT attrelid || '.' || attnum AS key FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
       WHERE attnum > 0 AND NOT attnotnull AND relkind IN ('r', 'p')`,
    );
    return new Schema(client, new Set(rows.map(({ key }) => key)));
  }

  /** The errors of a statement, or of its declared row. Computed columns have only a type. */
  async faultsOf(text: string, declared: ReadonlyMap<string, DeclaredColumn> | null): Promise<string[]> {
    const description = new Description(text);
    this.client.query(description as never);
    try {
      await description.done;
    } catch (error) {
      return [(error as Error).message];
    }
    if (!declared) return [];
    const fields = new Map(description.fields.map((field) => [field.name, field]));
    const missing = [...declared.keys()].filter((name) => !fields.has(name)).map((name) => `has no ${name}`);
    return [...missing, ...description.fields.flatMap((field) => this.faultsIn(field, declared.get(field.name)))];
  }

  async close(): Promise<void> {
    await this.client.end();
  }

  private faultsIn({ name, dataTypeID, tableID, columnID }: Field, declared?: DeclaredColumn): string[] {
    if (!declared) return [`does not declare ${name}`];
    const kind = KINDS[dataTypeID] ?? `type ${dataTypeID}`;
    if (declared.kind !== 'any' && kind !== 'any' && kind !== declared.kind)
      return [`${name} is ${kind}, not ${declared.kind}`];
    return this.nullable.has(`${tableID}.${columnID}`) && !declared.mayBeNull ? [`${name} may be null`] : [];
  }
}
