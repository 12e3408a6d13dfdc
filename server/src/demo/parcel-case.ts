import { type CaseStory, parcelPage, triage } from './stories.ts'

/** The case to read first: from the alert to the end in a day, with everything that people and programs did. */
export const parcelCase: CaseStory = {
  title: 'Parcel notices steal passwords',
  description: [
    'Nine people got a notice about a **parcel that waits**. The attached page asks for the password of the mailbox',
    'and sends it to `collect.parcel-redelivery.test`.',
    '',
    '- The mail fails DMARC and answers go to another domain than it shows.',
    '- Two people typed their password; one of the accounts was used from outside 40 minutes later.',
    '- Contained the same day: domain and sender are on the block list, both accounts have new passwords.',
  ].join('\n'),
  daysAgo: 6.1,
  severity: 3,
  tags: ['phishing', 'credentials', 'parcel'],
  assignee: 'analyst',
  tasks: [
    triage('analyst', 'Completed', [
      'The page in the attachment is no parcel service: its form leads to collect.parcel-redelivery.test.',
    ]),
    {
      title: 'Find everybody who got it',
      group: 'Examine',
      status: 'Completed',
      assignee: 'analyst',
      logs: ['Nine mailboxes. Five opened the page, two typed a password.'],
    },
    {
      title: 'New passwords for both accounts',
      group: 'Contain',
      status: 'Completed',
      assignee: 'admin',
      logs: ['Done at 11:20, all sessions ended. The sign-in from 198.51.100.182 read 14 mails.'],
    },
    {
      title: 'Remove the mails from all mailboxes',
      group: 'Contain',
      status: 'Completed',
      assignee: 'admin',
    },
    {
      title: 'Tell everybody what to look for',
      group: 'Learn',
      status: 'Completed',
      assignee: 'analyst',
      logs: ['Sent with a picture of the page. Four more people reported it afterwards.'],
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
        'Verdicts are in: the sender is on our block list, the page asks for a password and sends it elsewhere. This is no newsletter.',
    },
    {
      by: 'admin',
      hours: 0.8,
      message:
        'The VPN shows a sign-in of one of the two from `198.51.100.182`, 40 minutes after the click. I merged that alert into this case.',
    },
    {
      by: 'analyst',
      hours: 1.6,
      message:
        'Put the domain on the published block list (`Assay_Feed`) and tagged the sender; the proxy takes the list within five minutes.',
    },
    {
      by: 'admin',
      hours: 3.1,
      message:
        'Both accounts have new passwords and no open sessions. No rule was left behind in the mailboxes.',
    },
    {
      by: 'analyst',
      hours: 26,
      message: 'Nothing new for a day. 14 mails were read, none with personal data. Closing.',
    },
  ],
  techniques: [
    {
      technique: 'T1566.001',
      tactic: 'initial-access',
      hours: -1.2,
      description: 'Nine mails with a page as attachment (`delivery-note.html`).',
    },
    {
      technique: 'T1056.003',
      tactic: 'credential-access',
      hours: -0.7,
      description: 'The page asks for the password of the mailbox and sends it elsewhere.',
    },
    {
      technique: 'T1078',
      tactic: 'initial-access',
      hours: -0.1,
      description: 'A sign-in with a stolen password from 198.51.100.182.',
    },
  ],
  resolved: {
    daysAgo: 4.9,
    resolutionStatus: 'TruePositive',
    impactStatus: 'WithImpact',
    summary:
      'Two passwords were given away, one was used for 25 minutes. Both are new, the senders are blocked, everybody knows the mail. A second factor for the mailboxes is planned.',
  },
}
