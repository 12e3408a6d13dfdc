export const texts = {
  'setup.title': 'Welcome. Three steps to your first answer.',
  'setup.lead':
    'Paste an address, a link, a mail or a file; Assay says what it is, why, and where you have seen it.',
  'setup.step': 'Step {step} of {of}',
  'setup.step.you': 'You and your organization',
  'setup.step.youHint': 'One form, four fields.',
  'setup.step.value': 'A first value',
  'setup.step.valueHint': 'Yours or one of ours. Nothing leaves this machine.',
  'setup.step.answer': 'The answer',
  'setup.step.answerHint': 'What it is, why, and what to do next.',
  'setup.youLead': 'You analyze, manage users and choose analyzers with this account.',
  'setup.organization': 'Organization',
  'setup.organizationHint': 'Its name cannot be changed later.',
  'setup.organizationMissing': 'Enter the name of your organization or team.',
  'setup.tokenHelp':
    'From another machine a set-up token is needed. It is part of the link that the server prints when it starts: look at its console or log for a line that contains “#/setup?token=”, and open that link or paste it below.',
  'setup.token': 'Set-up token or link',
  'setup.tokenHint': 'Leave empty when you are on the server itself.',
  'setup.login': 'Login',
  'setup.loginMissing': 'Choose a login.',
  'setup.name': 'Your name',
  'setup.passwordHint': 'A long phrase is best. Any characters are allowed.',
  'setup.offline': 'Start with the analyzers that work offline',
  'setup.offlineHint':
    'Others ask name servers and registries on the internet. Turn them on later, under Settings.',
  'setup.platform': 'A second account, “platform”, is made for you',
  'setup.platformHint':
    'It creates further organizations and sees no case. You get its password in the next step.',
  'setup.submit': 'Create and go on',
  'setup.busy': 'Creating…',
  'setup.tokenWrong':
    'The server does not accept this set-up token. Use the link that it printed last.',
  'setup.tokenNeeded':
    'The server asks for the set-up token, because this call does not come from its own machine.',
  'setup.tokenMark': 'Paste the token, or the whole link, from the server’s log.',

  'setup.value.title': 'What do you want to know about?',
  'setup.value.lead':
    'Anything you would look up in a morning: paste it, or take one of the samples. They are made up and harmless.',
  'setup.value.label': 'Paste text or drop a file',
  'setup.value.placeholder': '198.51.100.77, hxxps://…, a hash, a mail…',
  'setup.value.file': 'Choose a file',
  'setup.value.samples': 'or a sample',
  'setup.value.noAnalyzer': 'No enabled analyzer takes this.',
  'setup.value.analyze.one': 'Analyze with {count} analyzer',
  'setup.value.analyze.other': 'Analyze with {count} analyzers',
  'setup.value.busy': 'Asking…',
  'setup.value.skip': 'Skip, go to the overview',
  'setup.sample.mail': 'A phishing mail with an attachment',
  'setup.sample.domain': 'A name that imitates a brand',
  'setup.sample.ip': 'An address from the documentation range',
  'setup.next.analyzers': 'Choose analyzers',
}
