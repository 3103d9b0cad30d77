import { wordsIn } from '@app/platform';

/** What the pages for readers without a session say. Errors that these pages show are among them. */
export const { said, translated } = wordsIn({
  'API usage exceeded rate limit': 'Es waren zu viele Anfragen',
  'A new password': 'Ein neues Passwort',
  'An app on this device asks to be logged in.': 'Eine App auf diesem Gerät möchte angemeldet werden.',
  'An app on this device asks to be logged in as {0} ({1}). Go on only if you have just started this in the app yourself.':
    'Eine App auf diesem Gerät möchte als {0} ({1}) angemeldet werden. Mach nur weiter, wenn du das gerade selbst in der App begonnen hast.',
  'API reference': 'Referenz der API',
  'Begin again': 'Von vorn beginnen',
  'Change the password': 'Passwort ändern',
  'Choose a new password': 'Wähle ein neues Passwort',
  Confirm: 'Bestätigen',
  'Confirm your new address': 'Bestätige deine neue Adresse',
  Copied: 'Kopiert',
  Copy: 'Kopieren',
  'Copy this text and go back to the app, within a minute. The app reads it from the clipboard.':
    'Kopiere diesen Text und geh innerhalb einer Minute zur App zurück. Die App liest ihn aus der Zwischenablage.',
  'E-mail address': 'E-Mail-Adresse',
  Email: 'E-Mail',
  'Email or user name': 'E-Mail oder Benutzername',
  'Finish the login in the desktop app': 'Schließe die Anmeldung in der App ab',
  'For developers: {0}, {1}, {2}. For operators: {3}.': 'Für Entwickler: {0}, {1}, {2}. Für den Betrieb: {3}.',
  'For the account {0}. Wherever you are logged in now, you will be logged out.':
    'Für das Konto {0}. Wo du jetzt angemeldet bist, wirst du abgemeldet.',
  'For the app': 'Für die App',
  'Forgot your password?': 'Passwort vergessen?',
  'Go on': 'Weiter',
  'Go on in the browser instead': 'Stattdessen im Browser weitermachen',
  'If it does not come within some minutes, look among the unwanted mails, or ask an administrator.':
    'Wenn sie nicht in einigen Minuten kommt, sieh bei den unerwünschten Mails nach oder frag eine Administratorin oder einen Administrator.',
  'Install a Zulip app on your phone or in your terminal. When the app asks for the address of your organization or server, enter:':
    'Installiere eine Zulip-App auf deinem Telefon oder in deinem Terminal. Wenn die App nach der Adresse deiner Organisation oder des Servers fragt, gib ein:',
  'It was used already, is too old, or was taken back. Ask for another one.':
    'Er wurde schon benutzt, ist zu alt oder wurde zurückgenommen. Bitte um einen neuen.',
  Join: 'Beitreten',
  'Join {0}': '{0} beitreten',
  'Log in': 'Anmelden',
  'Log in again': 'Noch einmal anmelden',
  'Log in there, copy the text that the browser then shows, and come back here.':
    'Melde dich dort an, kopiere den Text, den der Browser dann zeigt, und komm hierher zurück.',
  'Log in to manage your account.': 'Melde dich an, um dein Konto zu verwalten.',
  'Log in to the app': 'In der App anmelden',
  'Log in to {0}': 'Bei {0} anmelden',
  'Log in with a passkey': 'Mit einem Passkey anmelden',
  'Log in with the new address from now on.': 'Melde dich von jetzt an mit der neuen Adresse an.',
  'Log in with the new password': 'Mit dem neuen Passwort anmelden',
  'Log in with your browser': 'Melde dich mit deinem Browser an',
  'Log in with {0}': 'Mit {0} anmelden',
  'Log out': 'Abmelden',
  'Log out first': 'Melde dich zuerst ab',
  'Logging in by password is switched off in this organization.':
    'Die Anmeldung mit Passwort ist in dieser Organisation abgeschaltet.',
  'Look into your mailbox': 'Sieh in dein Postfach',
  'New here?': 'Neu hier?',
  'New here? Ask a member of the team for an invitation.': 'Neu hier? Bitte ein Mitglied des Teams um eine Einladung.',
  'New here? Open the link of an invitation, or ask a member of the team for one.':
    'Neu hier? Öffne den Link einer Einladung, oder bitte ein Mitglied des Teams um eine.',
  'New password': 'Neues Passwort',
  'No more mails': 'Keine Mails mehr',
  'No more mails about messages': 'Keine Mails mehr über Nachrichten',
  'Not you?': 'Nicht du?',
  'Open the browser again': 'Den Browser noch einmal öffnen',
  'OpenAPI document': 'OpenAPI-Dokument',
  Password: 'Passwort',
  'Please go back and try again.': 'Bitte geh zurück und versuche es noch einmal.',
  'server settings': 'Einstellungen des Servers',
  'server status': 'Zustand des Servers',
  'Sign up': 'Registrieren',
  'The account {0} will have the address {1} from now on.': 'Das Konto {0} wird von jetzt an die Adresse {1} haben.',
  'The same again': 'Noch einmal dasselbe',
  'The text from the browser': 'Der Text aus dem Browser',
  'The two passwords are not the same': 'Die beiden Passwörter sind nicht gleich',
  'The user name or the password is wrong': 'Der Benutzername oder das Passwort ist falsch',
  'Then log in with your e-mail address and your password.':
    'Melde dich dann mit deiner E-Mail-Adresse und deinem Passwort an.',
  'This account is deactivated': 'Dieses Konto ist deaktiviert',
  'This did not work': 'Das hat nicht geklappt',
  'This is a team-chat server.': 'Das ist ein Server für den Team-Chat.',
  'This link is not valid any more': 'Dieser Link gilt nicht mehr',
  'This login of the desktop app is over: please begin again in the app':
    'Diese Anmeldung der App ist vorbei: bitte beginne in der App noch einmal',
  'This server runs Parley.': 'Auf diesem Server läuft Parley.',
  'Use an app': 'Eine App benutzen',
  'We have sent a mail to {0}. It says how to go on; the link in it is good for one day.':
    'Wir haben eine Mail an {0} geschickt. Darin steht, wie es weitergeht; der Link darin gilt einen Tag.',
  'We send a link to your address, with which you can choose a new password.':
    'Wir senden einen Link an deine Adresse, mit dem du ein neues Passwort wählen kannst.',
  'We send a mail to your address, to see that it is yours.':
    'Wir senden eine Mail an deine Adresse, um zu sehen, dass es deine ist.',
  'You are logged in as {0} ({1}).': 'Du bist als {0} ({1}) angemeldet.',
  'You will get none any more. Your settings say so, too: there you can change it.':
    'Du bekommst keine mehr. So steht es auch in deinen Einstellungen, wo du es ändern kannst.',
  'Your account will have the address {0}.': 'Dein Konto wird die Adresse {0} haben.',
  'Your address was changed': 'Deine Adresse wurde geändert',
  'Your name': 'Dein Name',
  'Your password was changed': 'Dein Passwort wurde geändert',
  '{0} will get no more mails about messages that came meanwhile. You can change that in your settings at any time.':
    '{0} bekommt keine Mails mehr über Nachrichten, die inzwischen gekommen sind. Du kannst das jederzeit in deinen Einstellungen ändern.',
  // Errors, also of logins by a company's provider, which the same pages show.
  'Addresses of that domain are not allowed here.': 'Adressen dieser Domain sind hier nicht erlaubt.',
  'Addresses of that domain get no account here': 'Adressen dieser Domain bekommen hier kein Konto',
  'Addresses with a plus sign are not allowed here.': 'Adressen mit einem Pluszeichen sind hier nicht erlaubt.',
  'An invitation is needed to join this organization': 'Um dieser Organisation beizutreten, braucht man eine Einladung',
  'at least {0} characters are needed': 'mindestens {0} Zeichen sind nötig',
  'at most {0} characters are possible': 'höchstens {0} Zeichen sind möglich',
  'CSRF check failed: the request did not come from a page of this server':
    'Die Anfrage kam nicht von einer Seite dieses Servers',
  'Email address changes are disabled in this organization':
    'In dieser Organisation können Mail-Adressen nicht geändert werden',
  'it is easy to guess': 'es ist leicht zu erraten',
  'it is the name or the address of the account': 'es ist der Name oder die Adresse des Kontos',
  'Logging in by password is switched off in this organization':
    'Die Anmeldung mit Passwort ist in dieser Organisation abgeschaltet',
  'password is too long (limit: {0} characters)': 'Das Passwort ist zu lang (höchstens {0} Zeichen)',
  'Please use a lasting e-mail address.': 'Bitte nimm eine dauerhafte Mail-Adresse.',
  'The e-mail address is already in use': 'Die Mail-Adresse wird schon benutzt',
  'The e-mail address is not valid': 'Die Mail-Adresse ist ungültig',
  'The name has invalid characters': 'Der Name hat ungültige Zeichen',
  'The name is reserved': 'Der Name ist reserviert',
  'The name is too long (limit: {0} characters)': 'Der Name ist zu lang (höchstens {0} Zeichen)',
  'The name is too short': 'Der Name ist zu kurz',
  'The name must not end with a bar and digits': 'Der Name darf nicht mit einem senkrechten Strich und Ziffern enden',
  'The logout request is invalid': 'Die Anfrage zum Abmelden ist ungültig',
  'The password is too weak: {0}': 'Das Passwort ist zu schwach: {0}',
  'There is an account with your address already, which is not linked with this login':
    'Es gibt schon ein Konto mit deiner Adresse, das nicht mit dieser Anmeldung verknüpft ist',
  'There is no organization at this address': 'An dieser Adresse gibt es keine Organisation',
  'There is no such identity provider': 'Diesen Anmeldedienst gibt es nicht',
  'There were too many wrong codes: please begin again': 'Es waren zu viele falsche Codes: bitte beginne von vorn',
  'This login is too old: please begin again': 'Diese Anmeldung ist zu alt: bitte beginne von vorn',
  'This login was begun elsewhere or too long ago: please log in again':
    'Diese Anmeldung wurde woanders oder vor zu langer Zeit begonnen: bitte melde dich noch einmal an',
  'This organization has been deactivated': 'Diese Organisation wurde deaktiviert',
  'This way to log in was switched off: please log in another way':
    'Diese Art der Anmeldung wurde abgeschaltet: bitte melde dich auf eine andere Art an',
  'Unique names are required in this organization, and somebody has this one':
    'In dieser Organisation muss jeder Name einmalig sein, und diesen gibt es schon',
  'You have no account here: ask an administrator for one':
    'Du hast hier kein Konto: bitte eine Administratorin oder einen Administrator darum',
  'You have no invitation: ask a member of the team for one':
    'Du hast keine Einladung: bitte ein Mitglied des Teams um eine',
  '{0} gives no e-mail address of yours': '{0} gibt keine Mail-Adresse von dir an',
  '{0} has not confirmed this login: please try again':
    '{0} hat diese Anmeldung nicht bestätigt: bitte versuche es noch einmal',
  '{0} has not verified your e-mail address': '{0} hat deine Mail-Adresse nicht überprüft',
  '{0} does not answer at the moment: please try again later':
    '{0} antwortet im Moment nicht: bitte versuche es später noch einmal',
});
