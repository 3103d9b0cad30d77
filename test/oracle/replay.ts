import setUp from '../support/global-setup';
import tearDown from '../support/global-teardown';
import { report, shrink } from './findings';
import { Notices } from './notices';
import type { Plan } from './plan';
import { play } from './sequence';
import { OracleServer } from './oracle-server';

/** Plays one sequence again, as printed at the end of a report, and reduces its finding. */
async function replay(plan: Plan): Promise<void> {
  await setUp();
  const notices = await Notices.start();
  const oracleServer = await OracleServer.raise(notices);
  const found = await play(oracleServer, plan);
  const said = found ? report(await shrink(oracleServer, found)) : 'nothing found';
  process.stdout.write(`${said}\n`);
  await oracleServer.close();
  await notices.stop();
  await tearDown();
  if (found) process.exitCode = 1;
}

void replay(JSON.parse(process.env.PARLEY_ORACLE_PLAN!) as Plan);
