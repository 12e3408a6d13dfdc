import type { TaskStatus } from '../domain/response/task-rules.ts'
import { type CaseStory, gate, kit, type Person, parcelPage, shell } from './stories.ts'

const noHost = 'The mail was not sent: mail.corp.invalid does not answer'
const noHook = 'https://tickets.corp.invalid/hook does not answer, 4 times'

const triage = (assignee: Person, status: TaskStatus = 'Completed', logs: string[] = []) =>
  ({ title: 'Look at the alert', group: 'Triage', status, assignee, logs }) as const

/** Numbered from 0; the fate of an alert names its place. */
export const caseStories: readonly CaseStory[] = [
  {
    title: 'Phishing in the name of Example Bank',
    description:
      'Mails to accounting imitate **Example Bank** and ask for passwords. Two people clicked, one typed.',
    daysAgo: 2.2,
    severity: 3,
    flag: true,
    tags: ['phishing', 'credentials'],
    assignee: 'analyst',
    tasks: [
      triage('analyst', 'Completed', ['The form sends to collect.example-bank-login.test.']),
      {
        title: 'Reset the password of who typed it',
        group: 'Contain',
        status: 'InProgress',
        assignee: 'analyst',
        dueInDays: 0.3,
        logs: ['Called; the account is locked until the new password is set.'],
      },
      {
        title: 'Remove the mails from all mailboxes',
        group: 'Contain',
        status: 'Waiting',
        dueInDays: 1,
      },
      {
        title: 'Tell everybody what to look for',
        group: 'Learn',
        status: 'Waiting',
        assignee: 'admin',
        dueInDays: 4,
      },
    ],
    observables: ['notice@example-bank-login.test', 'Your account is blocked - act now'],
    iocs: ['example-bank-login.test', kit, '198.51.100.77', 'collect@free-mail.example'],
    actions: [
      { responder: 'Assay_Feed', on: 'example-bank-login.test' },
      { responder: 'Assay_Tag', on: kit },
      { responder: 'Assay_SendMail', on: 'case', failure: noHost },
    ],
  },
  {
    title: 'Beacon from an office computer',
    description:
      'A computer in the office asks `beacon.update-check.test` twice an hour, also at night.',
    daysAgo: 5.4,
    severity: 4,
    tags: ['malware', 'c2'],
    assignee: 'analyst',
    tasks: [
      triage('analyst', 'Completed', ['Regular to the second: a program, not a person.']),
      {
        title: 'Take the computer off the network',
        group: 'Contain',
        status: 'Completed',
        assignee: 'admin',
        logs: ['Moved to the quarantine network at 14:10.'],
      },
      {
        title: 'Look through the memory image',
        group: 'Examine',
        status: 'InProgress',
        assignee: 'analyst',
        dueInDays: -1,
        logs: ['Image taken, 16 GB.', 'The loader is in the start folder of the user.'],
      },
      {
        title: 'Search all proxies for the address',
        group: 'Examine',
        status: 'Waiting',
        assignee: 'analyst',
      },
    ],
    observables: ['10.20.0.14', '2001:db8:bad::66'],
    iocs: ['203.0.113.66', gate, 'beacon.update-check.test', '2001:db8:bad::66'],
    actions: [
      { responder: 'Assay_Tag', on: '203.0.113.66' },
      { responder: 'Assay_Feed', on: 'beacon.update-check.test' },
      { responder: 'Assay_Webhook', on: 'case', failure: noHook },
    ],
  },
  {
    title: 'Failed sign-ins at the VPN',
    description: 'Some 4,000 attempts with names from an old list, none of them succeeded.',
    daysAgo: 1.1,
    severity: 2,
    tags: ['brute-force', 'vpn'],
    assignee: 'admin',
    tasks: [
      triage('admin'),
      {
        title: 'Block the addresses at the edge',
        group: 'Contain',
        status: 'InProgress',
        assignee: 'admin',
      },
      {
        title: 'Ask for a second factor everywhere',
        group: 'Learn',
        status: 'Waiting',
        dueInDays: 14,
      },
    ],
    observables: ['vpn.corp.example'],
    iocs: ['192.0.2.99', '203.0.113.45'],
    actions: [{ responder: 'Assay_Tag', on: '192.0.2.99' }],
  },
  {
    title: 'Invoice with a script inside',
    description: 'A PDF that opens an address by itself. The mail gateway kept all nine copies.',
    daysAgo: 12.6,
    severity: 3,
    tags: ['malware', 'attachment'],
    assignee: 'analyst',
    tasks: [
      triage('analyst', 'Completed', ['The address is that of the beacon case.']),
      { title: 'Find other receivers', group: 'Examine', status: 'Completed', assignee: 'analyst' },
    ],
    observables: ['invoice_2026-11.pdf.js', '203.0.113.66'],
    iocs: [gate, '203.0.113.66'],
    actions: [{ responder: 'Assay_Tag', on: gate }],
    resolved: {
      daysAgo: 11.8,
      resolutionStatus: 'TruePositive',
      impactStatus: 'NoImpact',
      summary: 'Nobody opened it. The address is blocked, the sender too.',
    },
  },
  {
    title: 'Web shell on the old shop',
    description: 'An upload that should have been a picture is a page that runs commands.',
    daysAgo: 7.3,
    severity: 4,
    flag: true,
    tags: ['intrusion', 'web'],
    assignee: 'admin',
    tasks: [
      triage('admin'),
      {
        title: 'Restore the shop from before the upload',
        group: 'Recover',
        status: 'InProgress',
        assignee: 'admin',
        dueInDays: 0.5,
        logs: ['The backup of Sunday is clean.'],
      },
      { title: 'Close the hole in the upload', group: 'Recover', status: 'Waiting', dueInDays: 2 },
      {
        title: 'Read the web logs of 30 days',
        group: 'Examine',
        status: 'Waiting',
        assignee: 'analyst',
      },
    ],
    observables: ['CVE-2021-44228', 'sqlmap/1.8.3#stable (https://sqlmap.example)'],
    iocs: ['203.0.113.200', shell],
    actions: [{ responder: 'Assay_Tag', on: '203.0.113.200' }],
  },
  {
    title: 'Data leaves at night',
    description: 'Two gigabytes went to a file exchange that nobody here knows.',
    daysAgo: 20.5,
    severity: 3,
    tags: ['exfiltration'],
    assignee: 'analyst',
    tasks: [
      triage('analyst'),
      {
        title: 'Ask the department',
        group: 'Examine',
        status: 'Completed',
        assignee: 'analyst',
        logs: ['It was the yearly report, sent to the printer.'],
      },
    ],
    observables: ['ftp://files.transfer-now.test/outbox/hr.zip'],
    iocs: [],
    actions: [],
    resolved: {
      daysAgo: 19.2,
      resolutionStatus: 'FalsePositive',
      impactStatus: 'NotApplicable',
      summary: 'Wanted. The department now uses our own exchange.',
    },
  },
  {
    title: 'Token of the backup in a public place',
    description: 'A token that is not signed opened the backup to whoever found it.',
    daysAgo: 16.1,
    severity: 2,
    tags: ['leak'],
    assignee: 'admin',
    tasks: [
      triage('admin'),
      {
        title: 'Take tokens without signature out of use',
        group: 'Learn',
        status: 'Completed',
        assignee: 'admin',
      },
    ],
    observables: ['192.0.2.7'],
    iocs: [],
    actions: [],
    resolved: {
      daysAgo: 14.9,
      resolutionStatus: 'TruePositive',
      impactStatus: 'WithImpact',
      summary: 'The token was renewed; the log shows two foreign reads.',
    },
  },
  {
    title: 'Names that nobody can pronounce',
    description: 'A resolver counts thousands of questions for generated names.',
    daysAgo: 9.7,
    severity: 2,
    tags: ['malware', 'dns'],
    assignee: 'analyst',
    tasks: [
      triage('analyst'),
      {
        title: 'Find the asking computer',
        group: 'Examine',
        status: 'Completed',
        assignee: 'analyst',
      },
    ],
    observables: ['vw8xk2qzj4htn9c.invalid', '2001:db8:bad::66'],
    iocs: ['kq3v9zt1xw7pbd2.invalid'],
    actions: [{ responder: 'Assay_Feed', on: 'kq3v9zt1xw7pbd2.invalid' }],
    resolved: {
      daysAgo: 8.4,
      resolutionStatus: 'TruePositive',
      impactStatus: 'NoImpact',
      summary: 'One guest computer, removed from the network.',
    },
  },
  {
    title: 'Scan from outside, every spring',
    description: 'The same address tries every door once a year.',
    daysAgo: 24.3,
    severity: 1,
    tags: ['scan'],
    assignee: 'admin',
    tasks: [triage('admin')],
    observables: ['198.51.100.140', 'curl/8.5.0', '198.51.100.9'],
    iocs: [],
    actions: [],
    resolved: {
      daysAgo: 24.1,
      resolutionStatus: 'Indeterminate',
      impactStatus: 'NoImpact',
      summary: 'Nothing was open. It stays on the watch list.',
    },
  },
  {
    title: 'Look-alike domains of the quarter',
    description: 'New names that look like ours or like those of our partners.',
    daysAgo: 3.6,
    severity: 1,
    tags: ['brand', 'phishing'],
    assignee: 'analyst',
    tasks: [
      {
        title: 'Write to the registrars',
        group: 'Act',
        status: 'Waiting',
        assignee: 'analyst',
        dueInDays: 6,
      },
      {
        title: 'Put them on the block list',
        group: 'Act',
        status: 'InProgress',
        assignee: 'analyst',
      },
    ],
    observables: [
      'examp1e-bank.example',
      'xn--exmple-bank-m8a.test',
      'secure-example-bank.test',
      'example-bank-login.test',
    ],
    iocs: ['example-bank-login.test'],
    actions: [{ responder: 'Assay_Tag', on: 'examp1e-bank.example' }],
  },
  // The one to read first: from the alert to the end in a day, with everything that people and programs did.
  {
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
  },
]
