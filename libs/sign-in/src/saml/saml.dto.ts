import { Text } from '@app/platform';

/** In base 64, with a third more characters than the XML has. */
const LONGEST_MESSAGE = 250_000;

/** The form with which a browser brings what the provider says of the person. */
export class SamlResponseRequest {
  @Text({ doc: 'The response of the provider.', maxLength: LONGEST_MESSAGE })
  SAMLResponse: string;

  @Text({ doc: 'What the login began with.', maxLength: 2_000, required: false })
  RelayState: string | null = null;
}

export class FinishSamlRequest {
  @Text({ doc: 'The state of a login that the provider has answered.', maxLength: 2_000 })
  state: string;
}

/** A request of the provider to log out, or its answer to ours. */
export class SamlLogoutMessage {
  @Text({ doc: 'A request of the provider.', maxLength: LONGEST_MESSAGE, required: false })
  SAMLRequest: string | null = null;

  @Text({ doc: 'An answer of the provider.', maxLength: LONGEST_MESSAGE, required: false })
  SAMLResponse: string | null = null;

  @Text({ doc: 'Goes back to the provider with the answer.', maxLength: 2_000, required: false })
  RelayState: string | null = null;
}
