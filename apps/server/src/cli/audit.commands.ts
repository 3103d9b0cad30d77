import { Audit, AuditEntry, AuditFilter, ChainEnd, ChainWalk, Organization, Organizations } from '@app/identity';
import { Command, InvalidArgumentError, Option } from 'commander';
import { CommandFailed } from './errors';
import { table, Terminal } from './terminal';
import { organizationAt, withServices } from './workplace';

interface VerifyOptions {
  organization?: string;
  noted?: ChainEnd;
}

interface ListOptions {
  organization?: string;
  limit: number;
  before?: number;
  actor?: number;
  action?: string;
  object?: { type: string; id: number | null };
}

const organizationOption = (meaning: string) => new Option('--organization <host>', meaning);

export function addAuditCommands(program: Command, terminal: Terminal): void {
  const audit = program.command('audit').description('the log of administrative changes');

  audit
    .command('verify')
    .description('verify the hash chain; fails and names the first entry that was changed or is missing')
    .addOption(organizationOption('only this one of several organizations'))
    .addOption(
      new Option('--noted <end>', 'the end that an earlier run printed; fails if it is missing').argParser(endOf),
    )
    .action((options: VerifyOptions) => verify(terminal, options));

  audit
    .command('list')
    .description('entries, latest first')
    .addOption(organizationOption('which organization, where there are several'))
    .addOption(new Option('--limit <count>', 'at most so many').argParser(wholeNumber).default(50))
    .addOption(new Option('--before <entry>', 'only entries before that one').argParser(wholeNumber))
    .addOption(new Option('--actor <user id>', 'only what that user did').argParser(wholeNumber))
    .addOption(new Option('--action <word>', 'only changes of that kind, such as created'))
    .addOption(new Option('--object <kind[:id]>', 'only changes of that, such as channel:7').argParser(objectOf))
    .action((options: ListOptions) => list(terminal, options));
}

function verify(terminal: Terminal, { organization: host, noted }: VerifyOptions): Promise<void> {
  return withServices(terminal, async (context) => {
    const all = await context.get(Organizations, { strict: false }).list();
    const chosen = host || noted ? [await organizationAt(context, host)] : all;
    const audit = context.get(Audit, { strict: false });
    const faults: string[] = [];
    for (const organization of chosen) {
      const walked = await audit.verify(organization.id, noted);
      terminal.say(`${organization.host}: ${saidOf(walked)}`);
      if (walked.broken) faults.push(faultIn(organization, walked));
    }
    if (faults.length > 0) throw new CommandFailed(faults.join('\n'));
  });
}

function list(terminal: Terminal, { organization: host, limit, ...options }: ListOptions): Promise<void> {
  return withServices(terminal, async (context) => {
    const { id } = await organizationAt(context, host);
    const filter: AuditFilter = {
      actorId: options.actor ?? null,
      action: options.action ?? null,
      objectType: options.object?.type ?? null,
      objectId: options.object?.id ?? null,
      since: null,
      until: null,
      before: options.before ?? null,
    };
    const entries = await context.get(Audit, { strict: false }).list(id, filter, limit);
    const heading = ['entry', 'time', 'actor', 'client', 'address', 'action', 'object', 'change'];
    for (const line of table(heading, entries.map(cellsOf))) terminal.say(line);
  });
}

function saidOf({ end: { sequence, hash }, broken }: ChainWalk): string {
  const end = `${sequence}:${hash.toString('hex')}`;
  return broken ? `as it was written up to ${end}, and broken there` : `as it was written, up to its end ${end}`;
}

const faultIn = ({ host }: Organization, { broken }: ChainWalk): string =>
  `${host}: entry ${broken!.sequence} ${broken!.fault}.`;

function cellsOf(entry: AuditEntry): string[] {
  const { sequence, at, actorId, client, address, action, objectType, objectId, before, after } = entry;
  return [
    String(sequence),
    new Date(at).toISOString(),
    actorId === null ? '-' : String(actorId),
    client ?? '-',
    address ?? '-',
    action,
    objectId === null ? objectType : `${objectType}:${objectId}`,
    [before, after].map((facts) => (facts ? JSON.stringify(facts) : '-')).join(' -> '),
  ];
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function objectOf(text: string): { type: string; id: number | null } {
  const [, type, id] = /^([a-z_]+)(?::(\d{1,15}))?$/.exec(text) ?? [];
  if (!type) throw new InvalidArgumentError('It must be a kind of thing with or without an id, such as channel:7.');
  return { type, id: id === undefined ? null : Number(id) };
}

function endOf(text: string): ChainEnd {
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!hash) throw new InvalidArgumentError('It must be as "audit verify" says it: a number, a colon and a hash.');
  return { sequence: Number(sequence), hash: Buffer.from(hash, 'hex') };
}
