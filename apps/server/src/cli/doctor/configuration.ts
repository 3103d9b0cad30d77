import { Config, ConfigurationIsInvalid } from '@app/platform';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Finding, ok, problem, warning } from './finding';

const ABOUT = 'configuration';
const LOOPBACK = /^(127\.|::1$|localhost$)/;

/** The configuration if it is valid, and the findings about it. */
export function examineConfiguration(environment: NodeJS.ProcessEnv): { config: Config | null; findings: Finding[] } {
  try {
    const config = Config.fromEnvironment(environment);
    return { config, findings: [...faultsOf(config), ok(ABOUT, `the server is to be reached at ${config.baseUrl}`)] };
  } catch (error) {
    if (!(error instanceof ConfigurationIsInvalid)) throw error;
    const advice = 'Correct the environment variable; docs/operators.md lists them all.';
    return { config: null, findings: error.faults.map((fault) => problem(ABOUT, fault, advice)) };
  }
}

function faultsOf(config: Config): Finding[] {
  const findings = config.unknownNames.map((name) =>
    warning(ABOUT, `${name} is set, but this version does not read it`, 'Look for a slip of the pen, or remove it.'),
  );
  if (config.devLogin) {
    const advice = 'Unset PARLEY_DEV_LOGIN wherever somebody else can log in to this machine.';
    findings.push(warning(ABOUT, 'PARLEY_DEV_LOGIN gives keys to anybody on this machine', advice));
  }
  if (!LOOPBACK.test(config.host) && config.baseUrl.startsWith('http:')) {
    const advice = 'Put a proxy with TLS in front, and say its address in PARLEY_BASE_URL.';
    findings.push(
      warning(ABOUT, 'other machines connect without encryption, and keys travel with every request', advice),
    );
  }
  if (config.databaseUrl && !config.secretKey && !existsSync(join(config.dataDirectory, 'secret-key'))) {
    const advice = 'Set PARLEY_SECRET_KEY to the same value on every node, or start the only node once.';
    findings.push(warning(ABOUT, 'there is no server secret yet', advice));
  }
  return findings;
}
