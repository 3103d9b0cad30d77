import { CommandFailed, Terminal } from '@app/platform';
import type { Command } from 'commander';
import { createECDH } from 'node:crypto';
import { RelayConfig } from '../config/relay-config';

export function addVapidCommands(program: Command, terminal: Terminal): void {
  const vapid = program.command('vapid').description('the key that this relay shows to Web Push services');
  vapid
    .command('new')
    .description('make one; put it into the environment, and give its public half to the apps')
    .action(() => makeKey(terminal));
  vapid
    .command('public')
    .description('the public half of the one in the environment, with which apps subscribe')
    .action(() => showKey(terminal));
}

function makeKey(terminal: Terminal): void {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys('base64url');
  // The number may begin with zeros, which the curve's own text leaves out.
  const privateKey = Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
  terminal.say(`PARLEY_RELAY_VAPID_PRIVATE_KEY=${privateKey}`);
  terminal.complain(`Apps subscribe with ${publicKey}`);
}

function showKey(terminal: Terminal): void {
  const { webPush } = RelayConfig.fromEnvironment(terminal.environment).transports;
  if (!webPush) throw new CommandFailed('PARLEY_RELAY_VAPID_PRIVATE_KEY and PARLEY_RELAY_VAPID_SUBJECT are not set.');
  terminal.say(webPush.publicKey);
}
