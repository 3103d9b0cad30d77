import type { ProviderTest } from '../../server/settings/identity-providers';
import { s, wordsOf } from '../words';

type Code = ProviderTest['finding_details'][number]['code'];
type Values = Readonly<Record<string, string | undefined>>;

const SENTENCES: Readonly<Record<Code, (named: Values) => string>> = {
  described: ({ name }) => s.finding_described(name ?? ''),
  not_confirmed: ({ provider }) => s.finding_not_confirmed(provider ?? ''),
  searches: () => s.finding_searches,
  no_people: () => s.finding_no_people,
  found: ({ entry }) => s.finding_found(entry ?? ''),
  without_id: () => s.finding_without_id,
  no_answer: ({ provider, reason }) => s.finding_no_answer(provider ?? '', reason ?? ''),
  named: ({ name }) => s.finding_named(name ?? ''),
  certificate: ({ certificate, until }) => s.finding_certificate(certificate ?? '', until ?? ''),
  certificate_ends: ({ certificate, until }) => s.finding_certificate_ends(certificate ?? '', until ?? ''),
  certificate_invalid: ({ certificate }) => s.finding_certificate_invalid(certificate ?? ''),
  metadata_valid: ({ until }) => s.finding_metadata_valid(until ?? ''),
  metadata_over: ({ until }) => s.finding_metadata_over(until ?? ''),
  takes_logouts: () => s.finding_takes_logouts,
  takes_no_logouts: () => s.finding_takes_no_logouts,
  signs: ({ certificate, until }) => s.finding_signs(certificate ?? '', until ?? ''),
  will_sign: ({ certificate, until }) => s.finding_will_sign(certificate ?? '', until ?? ''),
  metadata_read: () => s.finding_metadata_read,
  metadata_of_another: ({ url, name }) => s.finding_metadata_of_another(url ?? '', name ?? ''),
  metadata_not_read: ({ reason }) => s.finding_metadata_not_read(reason ?? ''),
};

/** What came of a test, in the user's language. A server of another version may say more, and says it in English. */
export const findingsOf = ({ findings, finding_details: details }: ProviderTest): readonly string[] =>
  findings.map((text, at) => {
    const detail = details[at];
    return detail && Object.hasOwn(SENTENCES, detail.code) ? SENTENCES[detail.code](detail.values) : text;
  });

/** Why a person would not get in. */
export const refusalOf = ({ refusal, refusal_code: code }: NonNullable<ProviderTest['person']>): string | null =>
  refusal === null ? null : (wordsOf(`refused_${code}`) ?? refusal);
