import { certificateIn, isInForce } from './protocol/metadata';
import { certificatesInForce, SamlProvider } from './saml-settings';

const SOON_MS = 30 * 86_400_000;

/** What can be said of a provider without asking it. */
export function findingsOf(provider: SamlProvider, now = Date.now()): { isGood: boolean; findings: string[] } {
  const { entity_id: entityId, certificates, valid_until: end, slo_url: slo } = provider.settings;
  const isOver = end !== null && Date.parse(end) <= now;
  const findings = [
    `The provider names itself ${entityId}.`,
    ...certificates.map((one) => certificateFinding(one, now)),
    ...(end === null ? [] : [`Its metadata ${isOver ? 'were' : 'are'} valid until ${end}.`]),
    slo === null ? 'It takes no requests to log out.' : 'It takes requests to log out.',
  ];
  return { isGood: certificatesInForce(provider, now).length > 0, findings };
}

function certificateFinding(base64: string, now: number): string {
  const certificate = certificateIn(base64);
  const end = new Date(certificate.validTo);
  const name = `The certificate ${certificate.fingerprint256.slice(0, 23)}…`;
  if (!isInForce(certificate, now)) return `${name} is not valid now: nothing that it signs is accepted.`;
  const isSoon = end.getTime() - now < SOON_MS;
  return `${name} is valid until ${end.toISOString().slice(0, 10)}${isSoon ? ': give new metadata soon' : ''}.`;
}
