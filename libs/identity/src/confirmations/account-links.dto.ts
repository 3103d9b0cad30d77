import { Text } from '@app/platform';

/** The query parameters of a page that asks for an address. */
export class AddressPageRequest {
  @Text({ doc: 'A path of this server to go to in the end.', maxLength: 2_000, required: false })
  next: string | null = null;
}

/** A form that asks for an address. */
export class AddressFormRequest extends AddressPageRequest {
  @Text({ doc: 'A path of this server to go to in the end.', maxLength: 2_000, required: false })
  override next: string | null = null;

  @Text({ doc: 'An e-mail address.', maxLength: 300, required: false })
  email = '';
}

/** A form that asks for a new password, twice. */
export class PasswordFormRequest {
  @Text({ doc: 'The new password.', maxLength: 1_000, required: false })
  password = '';

  @Text({ doc: 'The same again.', maxLength: 1_000, required: false })
  password_again = '';
}

/** A form that asks for what a new account needs. */
export class AccountFormRequest extends PasswordFormRequest {
  @Text({ doc: 'The name by which others will know you.', maxLength: 1_000, required: false, unchecked: true })
  full_name = '';

  @Text({ doc: 'The new password.', maxLength: 1_000, required: false })
  override password = '';

  @Text({ doc: 'The same again.', maxLength: 1_000, required: false })
  override password_again = '';
}
