import type { Mail } from '../src/domain/mail/mail.ts'

/** For tests. */
export const sampleMail = (change: Partial<Mail> = {}): Mail => ({
  form: 'eml',
  headers: [],
  from: { name: 'Bank', address: 'Info@Bank.example' },
  replyTo: [{ name: '', address: 'thief@elsewhere.example' }],
  recipients: ['victim@ours.example'],
  returnPath: undefined,
  subject: 'Your account',
  date: 'Thu, 19 Nov 2026 03:00:00 +0000',
  text: 'Visit https://login.bad.example/a and write to victim@ours.example.\r\n',
  html: '',
  shownText: '',
  targets: [],
  attachments: [],
  missing: [],
  ...change,
})
