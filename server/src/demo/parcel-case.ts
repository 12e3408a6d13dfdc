import { type CaseStory, parcelPage, triage } from './stories.ts'

/** The case to read first: from the alert to the end in a day, with everything that people and programs did. */
export const parcelCase: CaseStory = {
  title: 'Parcel notices steal passwords',
  description: [
    'Nine users got a notice about a **waiting parcel**. The attached page asks for the mailbox password',
    'and submits it to `collect.parcel-redelivery.test`.',
    '',
    "- The email fails DMARC, and replies go to a different domain than the sender's.",
    '- Two users entered their password; one account was accessed from outside 40 minutes later.',
    '- Contained the same day: domain and sender are on the block list, both passwords are reset.',
  ].join('\n'),
  daysAgo: 6.1,
  severity: 3,
  tags: ['phishing', 'credentials', 'parcel'],
  assignee: 'analyst',
  tasks: [
    triage('analyst', 'Completed', [
      'The attached page is not from a parcel service: its form submits to collect.parcel-redelivery.test.',
    ]),
    {
      title: 'Find all recipients',
      group: 'Examine',
      status: 'Completed',
      assignee: 'analyst',
      logs: ['Nine mailboxes. Five users opened the page, two entered a password.'],
    },
    {
      title: 'Reset both passwords',
      group: 'Contain',
      status: 'Completed',
      assignee: 'admin',
      logs: ['Done at 11:20, all sessions ended. The session from 198.51.100.182 read 14 emails.'],
    },
    {
      title: 'Remove the emails from all mailboxes',
      group: 'Contain',
      status: 'Completed',
      assignee: 'admin',
    },
    {
      title: 'Warn all users',
      group: 'Learn',
      status: 'Completed',
      assignee: 'analyst',
      logs: ['Sent with a screenshot of the page. Four more users reported it afterwards.'],
    },
  ],
  observables: [
    'dispatch@parcel-redelivery.test',
    'Your parcel is waiting: one step left',
    'collect.parcel-redelivery.test',
  ],
  iocs: [
    'parcel-redelivery.test',
    parcelPage,
    '198.51.100.181',
    '198.51.100.182',
    'dispatch@parcel-redelivery.test',
  ],
  actions: [
    { responder: 'Assay_Feed', on: 'parcel-redelivery.test' },
    { responder: 'Assay_Tag', on: '198.51.100.181' },
    { responder: 'Assay_Tag', on: parcelPage },
  ],
  comments: [
    {
      by: 'analyst',
      hours: 0.3,
      message:
        'Verdicts are in: the sender is on our block list, and the page submits the password to another site. Not a newsletter.',
    },
    {
      by: 'admin',
      hours: 0.8,
      message:
        'The VPN shows a sign-in by one of the two from `198.51.100.182`, 40 minutes after the click. I merged that alert into this case.',
    },
    {
      by: 'analyst',
      hours: 1.6,
      message:
        'Added the domain to the published block list (`Assay_Feed`) and tagged the sender; the proxy picks up the list within five minutes.',
    },
    {
      by: 'admin',
      hours: 3.1,
      message:
        'Both passwords are reset and all sessions ended. No forwarding rules were left in the mailboxes.',
    },
    {
      by: 'analyst',
      hours: 26,
      message: 'No new activity for a day. 14 emails were read, none with personal data. Closing.',
    },
  ],
  techniques: [
    {
      technique: 'T1566.001',
      tactic: 'initial-access',
      hours: -1.2,
      description: 'Nine emails with an HTML attachment (`delivery-note.html`).',
    },
    {
      technique: 'T1056.003',
      tactic: 'credential-access',
      hours: -0.7,
      description: 'The page asks for the mailbox password and submits it to another site.',
    },
    {
      technique: 'T1078',
      tactic: 'initial-access',
      hours: -0.1,
      description: 'Sign-in with a stolen password from 198.51.100.182.',
    },
  ],
  resolved: {
    daysAgo: 4.9,
    resolutionStatus: 'TruePositive',
    impactStatus: 'WithImpact',
    summary:
      'Two passwords were phished; one was used for 25 minutes. Both are reset, the senders are blocked, all users are warned. A second factor for mailboxes is planned.',
  },
}
