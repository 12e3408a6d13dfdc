export const texts = {
  'setup.title': 'Welcome. Three steps to your first report.',
  'setup.lead':
    'Paste an IP address, URL, email or file. Assay tells you whether it is malicious, why, and where you have seen it.',
  'setup.step': 'Step {step} of {of}',
  'setup.step.you': 'You and your organization',
  'setup.step.youHint': 'One form, four fields.',
  'setup.step.value': 'A first observable',
  'setup.step.valueHint': 'Yours or a sample. Nothing leaves this server.',
  'setup.step.answer': 'Report',
  'setup.step.answerHint': 'What it is, why, and what to do next.',
  'setup.youLead': 'You analyze, manage users and choose analyzers with this account.',
  'setup.organization': 'Organization',
  'setup.organizationHint': 'Its name cannot be changed later.',
  'setup.organizationMissing': 'Enter the name of your organization or team.',
  'setup.tokenHelp':
    'From another machine you need the setup token. It is part of the link that the server prints at start: find the line with “#/setup?token=” in its console or log, and open that link or paste it below.',
  'setup.token': 'Set-up token or link',
  'setup.tokenHint': 'Leave empty when you are on the server itself.',
  'setup.login': 'Username',
  'setup.loginMissing': 'Choose a login.',
  'setup.name': 'Your name',
  'setup.passwordHint': 'A long phrase is best. Any characters are allowed.',
  'setup.offline': 'Start with the analyzers that work offline',
  'setup.offlineHint':
    'Other analyzers query name servers and registries on the internet. Enable them later, under Settings.',
  'setup.platform': 'A second account, “platform”, is made for you',
  'setup.platformHint':
    'It creates further organizations and sees no case. You get its password in the next step.',
  'setup.submit': 'Create and go on',
  'setup.busy': 'Creating…',
  'setup.tokenWrong':
    'The server does not accept this set-up token. Use the link that it printed last.',
  'setup.tokenNeeded':
    'The server requires the setup token because this request comes from another machine.',
  'setup.tokenMark': 'Paste the token, or the whole link, from the server’s log.',

  'setup.value.title': 'What do you want to analyze?',
  'setup.value.lead':
    'Paste anything you would look up, or take one of the samples. They are harmless.',
  'setup.value.label': 'Paste text or drop a file',
  'setup.value.placeholder': '198.51.100.77, hxxps://…, a hash, an email…',
  'setup.value.file': 'Choose a file',
  'setup.value.samples': 'or a sample',
  'setup.value.noAnalyzer': 'No enabled analyzer supports this.',
  'setup.value.analyze.one': 'Analyze with {count} analyzer',
  'setup.value.analyze.other': 'Analyze with {count} analyzers',
  'setup.value.busy': 'Analyzing…',
  'setup.value.skip': 'Skip, go to the overview',
  'setup.sample.mail': 'A phishing email with an attachment',
  'setup.sample.domain': 'A look-alike domain',
  'setup.sample.ip': 'An IP address reserved for documentation',
  'setup.next.analyzers': 'Choose analyzers',
}
