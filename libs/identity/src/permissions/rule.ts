import { plainReason, Reason } from './reason';

/** An answer with its reasons. A refusal lists all that was missing. */
export interface Decision {
  readonly allowed: boolean;
  readonly because: readonly Reason[];
}

/**
 * A question about what a user may do with an object, composed of smaller questions. `allows` and `decide` use the same
 * tests and so cannot differ. `allows` allocates nothing, because hot paths call it.
 */
export interface Rule<Who, What> {
  allows(who: Who, what: What): boolean;
  decide(who: Who, what: What): Decision;
}

type Test<Who, What> = (who: Who, what: What) => boolean;
type Phrase<Who, What> = string | ((who: Who, what: What) => Reason);

/** A rule with one test. `yes` and `no` are its reasons. */
export function fact<Who, What>(
  allows: Test<Who, What>,
  yes: Phrase<Who, What>,
  no: Phrase<Who, What>,
): Rule<Who, What> {
  const said = (phrase: Phrase<Who, What>, who: Who, what: What) =>
    typeof phrase === 'string' ? plainReason(phrase) : phrase(who, what);
  const decide = (who: Who, what: What): Decision => {
    const allowed = allows(who, what);
    return { allowed, because: [said(allowed ? yes : no, who, what)] };
  };
  return { allows, decide };
}

/** Allows what at least one of the rules allows, with the reasons of the first such rule. */
export function anyOf<Who, What>(...rules: readonly Rule<Who, What>[]): Rule<Who, What> {
  const allows = (who: Who, what: What): boolean => {
    for (let at = 0; at < rules.length; at++) if (rules[at]!.allows(who, what)) return true;
    return false;
  };
  const decide = (who: Who, what: What): Decision => {
    const decisions = rules.map((rule) => rule.decide(who, what));
    return decisions.find(({ allowed }) => allowed) ?? { allowed: false, because: reasonsOf(decisions) };
  };
  return { allows, decide };
}

/** Allows what all of the rules allow. A refusal has the reasons of all rules that refuse. */
export function allOf<Who, What>(...rules: readonly Rule<Who, What>[]): Rule<Who, What> {
  const allows = (who: Who, what: What): boolean => {
    for (let at = 0; at < rules.length; at++) if (!rules[at]!.allows(who, what)) return false;
    return true;
  };
  const decide = (who: Who, what: What): Decision => {
    const decisions = rules.map((rule) => rule.decide(who, what));
    const refusals = decisions.filter(({ allowed }) => !allowed);
    return { allowed: refusals.length === 0, because: reasonsOf(refusals.length === 0 ? decisions : refusals) };
  };
  return { allows, decide };
}

const reasonsOf = (decisions: readonly Decision[]): Reason[] => [
  ...new Map(decisions.flatMap(({ because }) => because.map((reason) => [reason.text, reason]))).values(),
];
