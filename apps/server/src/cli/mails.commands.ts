import { Mails, MailSummary } from '@app/platform';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { CommandFailed } from './errors';
import { table, Terminal } from './terminal';
import { withServices } from './workplace';

export function addMailCommands(program: Command, terminal: Terminal): void {
  const mails = program.command('mails').description('mails that were not sent');
  const id = () => new Argument('<mail>', 'number of a mail, as "mails list" shows it').argParser(wholeNumber);

  mails
    .command('list')
    .description('what waits or was given up, latest first')
    .addOption(new Option('--limit <count>', 'at most so many').argParser(wholeNumber).default(50))
    .addOption(new Option('--failed', 'only what was given up').default(false))
    .action((options: { limit: number; failed: boolean }) => list(terminal, options));

  mails
    .command('show')
    .description('a whole mail, with the links that are in it')
    .addArgument(id())
    .action((mail: number) => show(terminal, mail));

  mails
    .command('retry')
    .description('try again at once: one mail, or all that could not be sent')
    .addArgument(id().argOptional())
    .action((mail: number | undefined) => retry(terminal, mail ?? null));
}

function list(terminal: Terminal, { limit, failed }: { limit: number; failed: boolean }): Promise<void> {
  return withServices(terminal, async (context) => {
    const mails = context.get(Mails, { strict: false });
    const waiting = await mails.list(limit, failed);
    if (!mails.areSent) terminal.say('No mail server is named in PARLEY_SMTP_URL: mails stay here.');
    if (waiting.length === 0) return terminal.say('No mail waits.');
    const heading = ['mail', 'written', 'to', 'subject', 'state', 'attempts', 'last answer'];
    for (const line of table(heading, waiting.map(cellsOf))) terminal.say(line);
  });
}

function show(terminal: Terminal, id: number): Promise<void> {
  return withServices(terminal, async (context) => {
    const mail = await context.get(Mails, { strict: false }).show(id);
    if (!mail) throw new CommandFailed(`There is no mail ${id}: it was sent, or never written.`);
    terminal.say(`To: ${mail.to}`);
    terminal.say(`Subject: ${mail.subject}`);
    for (const [name, value] of Object.entries(mail.headers ?? {})) terminal.say(`${name}: ${value}`);
    terminal.say(`State: ${stateOf(mail)}, ${mail.attempts} attempts${mail.failure ? `: ${mail.failure}` : ''}`);
    terminal.say('');
    terminal.say(mail.text);
  });
}

function retry(terminal: Terminal, id: number | null): Promise<void> {
  return withServices(terminal, async (context) => {
    const count = await context.get(Mails, { strict: false }).retry(id);
    if (id !== null && count === 0) throw new CommandFailed(`There is no mail ${id}: it was sent, or never written.`);
    terminal.say(count === 1 ? 'One mail is due now.' : `${count} mails are due now.`);
  });
}

const stateOf = ({ hasFailed, attempts, dueAt }: MailSummary): string =>
  hasFailed ? 'given up' : attempts > 0 ? `again at ${dueAt.toISOString()}` : 'waits';

const cellsOf = (mail: MailSummary): string[] => [
  String(mail.id),
  mail.createdAt.toISOString(),
  mail.to,
  mail.subject,
  stateOf(mail),
  String(mail.attempts),
  mail.failure ?? '-',
];

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
