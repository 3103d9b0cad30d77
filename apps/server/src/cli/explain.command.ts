import { CHANNEL_ACTIONS, ChannelAction, ChannelExplanations } from '@app/channels';
import { Decision, GROUP_ACTIONS, GroupAction, GroupExplanations, REFUSED_TO_DEACTIVATED, User } from '@app/identity';
import type { INestApplicationContext } from '@nestjs/common';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { userOf } from './accounts';
import { CommandFailed } from './errors';
import type { Terminal } from './terminal';
import { organizationAt, withServices } from './workplace';

interface Thing {
  kind: 'channel' | 'group';
  named: string;
}

const ACTIONS: readonly string[] = [...new Set<string>([...CHANNEL_ACTIONS, ...GROUP_ACTIONS])];
const POSSIBLE: Record<Thing['kind'], readonly string[]> = { channel: CHANNEL_ACTIONS, group: GROUP_ACTIONS };

export function addExplainCommand(program: Command, terminal: Terminal): void {
  program
    .command('explain')
    .description('whether a user may do something, and why')
    .argument('<user>', 'e-mail address or id')
    .addArgument(
      new Argument(
        '<action>',
        `with a channel: ${CHANNEL_ACTIONS.join(', ')}; with a group: ${GROUP_ACTIONS.join(', ')}`,
      ).choices([...ACTIONS]),
    )
    .addArgument(new Argument('<object>', 'channel:<name or id> or group:<name or id>').argParser(thingOf))
    .addOption(new Option('--organization <host>', 'which organization, where there are several'))
    .action((user: string, action: string, thing: Thing, options: { organization?: string }) =>
      explain(terminal, user, action, thing, options.organization),
    );
}

function explain(
  terminal: Terminal,
  named: string,
  action: string,
  thing: Thing,
  host: string | undefined,
): Promise<void> {
  if (!POSSIBLE[thing.kind].includes(action))
    throw new CommandFailed(`With a ${thing.kind} there is: ${POSSIBLE[thing.kind].join(', ')}.`);
  return withServices(terminal, async (context) => {
    const user = await userOf(context, await organizationAt(context, host), named);
    const { name, decision } = await decide(context, user, action, thing);
    const { allowed, because } = user.isActive ? decision : REFUSED_TO_DEACTIVATED;
    terminal.say(`${allowed ? 'yes' : 'no'}: ${user.deliveryEmail} ${action} ${thing.kind} "${name}"`);
    for (const { text } of because) terminal.say(`  - ${text}`);
  });
}

async function decide(
  context: INestApplicationContext,
  user: User,
  action: string,
  { kind, named }: Thing,
): Promise<{ name: string; decision: Decision }> {
  if (kind === 'channel') {
    const explanations = context.get(ChannelExplanations, { strict: false });
    const { channel, decision } = await explanations.explain(user, action as ChannelAction, named);
    return { name: channel.name, decision };
  }
  const explanations = context.get(GroupExplanations, { strict: false });
  const { group, decision } = await explanations.explain(user, action as GroupAction, named);
  return { name: group.name, decision };
}

function thingOf(text: string): Thing {
  const [, kind, named] = /^(channel|group):(.+)$/s.exec(text) ?? [];
  if (!named) throw new InvalidArgumentError('It must be channel:<name or id> or group:<name or id>.');
  return { kind: kind as Thing['kind'], named };
}
