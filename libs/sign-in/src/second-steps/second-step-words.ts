import { wordsIn } from '@app/platform';

/** What the pages of the second step say. Errors that these pages show are among them. */
export const { said, translated } = wordsIn({
  'API usage exceeded rate limit': 'Es waren zu viele Anfragen',
  'Begin again': 'Von vorn beginnen',
  Code: 'Code',
  'Confirm that it is you': 'Bestätige, dass du es bist',
  'Each of these codes stands for your second factor once, for example when you have lost your phone. They are not shown again.':
    'Jeder dieser Codes ersetzt einmal deinen zweiten Faktor, zum Beispiel wenn du dein Telefon verloren hast. Sie werden nicht wieder gezeigt.',
  'Enter the code that your authenticator app shows, or one of your recovery codes.':
    'Gib den Code ein, den deine Authenticator-App zeigt, oder einen deiner Wiederherstellungscodes.',
  'I have kept them': 'Ich habe sie aufbewahrt',
  'Keep your recovery codes': 'Bewahre deine Wiederherstellungscodes auf',
  'Log in': 'Anmelden',
  'Log in with a passkey': 'Mit einem Passkey anmelden',
  'Log in with a password': 'Mit einem Passwort anmelden',
  'Or enter this key: {0}': 'Oder gib diesen Schlüssel ein: {0}',
  'Passkeys need scripts, which are switched off in this browser.':
    'Passkeys brauchen Skripte, die in diesem Browser abgeschaltet sind.',
  'QR code': 'QR-Code',
  'Set up two-factor authentication': 'Zwei-Faktor-Authentisierung einrichten',
  'The code that the app shows': 'Der Code, den die App zeigt',
  'The passkey could not be used in this browser.': 'Der Passkey konnte in diesem Browser nicht benutzt werden.',
  'This code is not right': 'Dieser Code ist nicht richtig',
  'This passkey could not be used': 'Dieser Passkey konnte nicht benutzt werden',
  'Use a passkey': 'Einen Passkey benutzen',
  'Your device asks for your fingerprint, your face or your PIN.':
    'Dein Gerät fragt nach deinem Fingerabdruck, deinem Gesicht oder deiner PIN.',
  'Your organization requires a second factor. Scan this code with an authenticator app:':
    'Deine Organisation verlangt einen zweiten Faktor. Scanne diesen Code mit einer Authenticator-App:',
});
