/** Every text of the page. Another language is another object with the same keys. */
export const english = {
  'app.name': 'Assay',
  'app.tagline': 'Observable analysis',
  'app.skip': 'Skip to content',
  'app.loading': 'Loading…',
  'app.version': 'Version {version}',

  'theme.label': 'Colour theme',
  'theme.system': 'Same as system',
  'theme.light': 'Light',
  'theme.dark': 'Dark',

  'unreachable.title': 'No connection to the server',
  'unreachable.retry': 'Try again',
  'not-found.title': 'This page does not exist',
  'not-found.text': 'The address may be mistyped, or the page has moved.',
  'not-found.home': 'Go to your account',

  'login.title': 'Sign in',
  'login.user': 'Login',
  'login.password': 'Password',
  'login.submit': 'Sign in',
  'login.busy': 'Signing in…',
  'login.userMissing': 'Enter your login.',
  'login.passwordMissing': 'Enter your password.',
  'login.wait': 'You can try again in',
  'login.waitOver': 'You can try again now.',
  'login.help': 'No account or password lost? Ask an administrator of your organization.',

  'setup.title': 'Create the first administrator',
  'setup.intro':
    'This installation has no user yet. The first one manages organizations and users and belongs to the organization “cortex”.',
  'setup.tokenHelp':
    'From another machine a set-up token is needed. It is part of the link that the server prints when it starts: look at its console or log for a line that contains “#/setup?token=”, and open that link or paste it below.',
  'setup.token': 'Set-up token or link',
  'setup.tokenHint': 'Leave empty when you are on the server itself.',
  'setup.login': 'Login',
  'setup.loginHint': 'Lower case; it cannot be changed later.',
  'setup.loginMissing': 'Choose a login.',
  'setup.name': 'Display name',
  'setup.nameMissing': 'Enter the name that others see.',
  'setup.submit': 'Create and sign in',
  'setup.busy': 'Creating…',
  'setup.tokenWrong':
    'The server does not accept this set-up token. Use the link that it printed last.',
  'setup.tokenNeeded':
    'The server asks for the set-up token, because this call does not come from its own machine.',
  'setup.tokenMark': 'Paste the token, or the whole link, from the server’s log.',
  'setup.over': 'Set-up is over: this installation already has a user. Sign in instead.',
  'setup.created': 'The administrator was created. Sign in to continue.',

  'password.new': 'Password',
  'password.repeat': 'Password again',
  'password.show': 'Show password',
  'password.hide': 'Hide password',
  'password.capsLock': 'Caps Lock is on.',
  'password.missing': 'Choose a password.',
  'password.repeatWrong': 'The two passwords differ.',
  'password.hint': 'A long phrase is best. Any characters are allowed.',
  'password.weak': 'Short: easy to guess',
  'password.fair': 'Fair: longer is better',
  'password.strong': 'Good length',

  'account.title': 'Account',
  'account.signOut': 'Sign out',
  'account.expired': 'Your session has ended. Sign in again to continue.',
  'account.signedOut': 'You have signed out.',

  'profile.title': 'Profile',
  'profile.about': 'Who you are to this server and to the other users of your organization.',
  'profile.name': 'Name',
  'profile.login': 'Login',
  'profile.organization': 'Organization',
  'profile.roles': 'Roles',
  'profile.noRoles': 'none',

  'key.title': 'API key',
  'key.about':
    'Lets programs call the API in your name, sent as “Authorization: Bearer” header. Treat it like a password.',
  'key.label': 'Your API key',
  'key.hidden': 'Hidden',
  'key.none': 'You have no API key.',
  'key.show': 'Show',
  'key.hide': 'Hide',
  'key.copy': 'Copy',
  'key.renew': 'Renew…',
  'key.create': 'Create a key',
  'key.hiddenIn': 'Hidden again in {seconds} s.',
  'key.copied': 'Copied to the clipboard.',
  'key.copyRefused':
    'The browser does not allow copying here. The key is selected: copy it by hand.',
  'key.renewed': 'This is your new key. Store it where your programs read it.',
  'key.confirmTitle': 'Renew the API key?',
  'key.confirmText':
    'The present key stops working at once and cannot be brought back. Everything that uses it is refused until it has the new one:',
  'key.confirmScripts': 'scripts and programs that call the API in your name',
  'key.confirmPlatforms': 'platforms connected with your key, such as TheHive or MISP',
  'key.confirmSession': 'Your session in this browser goes on.',
  'key.confirm': 'Renew key',
  'key.cancel': 'Keep the present key',

  'change.title': 'Password',
  'change.about': 'For signing in to this page. Changing it leaves your API key as it is.',
  'change.current': 'Current password',
  'change.currentMissing': 'Enter your current password.',
  'change.currentWrong': 'This is not your current password.',
  'change.new': 'New password',
  'change.repeat': 'New password again',
  'change.submit': 'Change password',
  'change.busy': 'Changing…',
  'change.done': 'Your password was changed.',

  'links.title': 'API',
  'links.about': 'Everything this page does goes through the REST API.',
  'links.docs': 'API documentation',
  'links.docsAbout': 'Every call, with its parameters and answers',
  'links.openapi': 'OpenAPI document',
  'links.openapiAbout': 'For code generators and API clients',

  'error.fields': 'Check the marked fields.',
  'error.unreachable': 'The server does not answer. Check the connection and try again.',
  'error.unknown': 'The server refused without giving a reason.',
  'error.throttled': 'Too many attempts.',
} as const

export type TextKey = keyof typeof english
export type Catalogue = Readonly<Record<TextKey, string>>

const catalogue: Catalogue = english

/** The text of a key; `{name}` in it stands for a value. */
export function text(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return catalogue[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
