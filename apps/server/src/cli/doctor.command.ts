import { Config, Files, openFiles } from '@app/platform';
import type { Command } from 'commander';
import { CommandFailed } from './errors';
import { examineConfiguration } from './doctor/configuration';
import { examineDataDirectory, examineUploads } from './doctor/data-directory';
import { Finding, problem, warning } from './doctor/finding';
import { examineObjectStore } from './doctor/object-store';
import { examinePushRelay } from './doctor/push-relay';
import type { Terminal } from './terminal';
import { isDatabaseThere, openSharedDatabase } from './workplace';

export function addDoctorCommand(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .description('look for what is wrong, and say what to do; fails when something is')
    .action(() => runDoctor(terminal));
}

async function runDoctor(terminal: Terminal): Promise<void> {
  const { config, findings } = examineConfiguration(terminal.environment);
  if (config) {
    const { dataDirectory, uploadsDirectory, objectStore } = config;
    const files = await openFiles(config);
    findings.push(...examineDataDirectory(dataDirectory));
    if (objectStore) findings.push(await examineObjectStore(objectStore, files));
    else findings.push(...examineUploads(uploadsDirectory, dataDirectory));
    findings.push(...(await examineItsDatabase(config, files)), ...(await examinePushRelay(config)));
  }
  for (const { level, about, is, advice } of findings) {
    terminal.say(`${level.padEnd(8)} ${about}: ${is}`);
    if (advice) terminal.say(`         ${advice}`);
  }
  const problems = findings.filter(({ level }) => level === 'problem').length;
  if (problems > 0) throw new CommandFailed(problems === 1 ? 'There is a problem.' : `There are ${problems} problems.`);
}

async function examineItsDatabase(config: Config, files: Files): Promise<Finding[]> {
  if (!isDatabaseThere(config)) return [warning('database', 'there is none yet', '"npm start" makes it.')];
  try {
    const { examineDatabase } = await import('./doctor/database');
    const database = await openSharedDatabase(config);
    try {
      return await examineDatabase(database.url, config, files);
    } finally {
      await database.close();
    }
  } catch (error) {
    const advice = `See ${config.dataDirectory}/postgres.log for what PostgreSQL itself says.`;
    return [problem('database', `it cannot be opened: ${(error as Error).message}`, advice)];
  }
}
