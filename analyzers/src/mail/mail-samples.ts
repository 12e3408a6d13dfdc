import { makeCompoundFile } from '../formats/compound-sample.ts'

/** A mail as thieves write it: every part of it is made up. */
export const phishing = [
  'Return-Path: <bounce@bulk-sender.example>',
  'Received: from mx.company.example (mx.company.example [10.0.0.5])',
  ' by mailbox.company.example with LMTP; Mon, 01 Jun 2026 10:00:09 +0000',
  'Received: from vps-77.hosting.example (unknown [5.45.77.7])',
  ' by mx.company.example (Postfix) with ESMTPS id 4F2; Mon, 01 Jun 2026 10:00:07 +0000 (UTC)',
  'Received: from localhost (localhost [127.0.0.1])',
  ' by vps-77.hosting.example with ESMTP; Mon, 01 Jun 2026 10:00:00 +0000',
  'Authentication-Results: mx.company.example; spf=softfail smtp.mailfrom=bulk-sender.example;',
  ' dkim=none; dmarc=fail (p=none) header.from=bank.example',
  'From: "security@bank.example" <notice@secure-bank-login.example>',
  'Reply-To: Helpdesk <collect@free-mail.example>',
  'To: Victim <victim@company.example>',
  'Subject: =?utf-8?Q?Your_account_is_blocked_=E2=80=93_act_now?=',
  'Date: Mon, 01 Jun 2026 12:00:00 +0200',
  'Message-ID: <1@vps-77.hosting.example>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  '--outer',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '<p>Dear customer, sign in at <a href=3D"http://198.51.100.9/login.php?x=3D1">',
  'https://www.bank.example/secure</a> or <a href=3D"https://help.bank.example/">get help</a>.</p>',
  '<img src=3D"https://track.bulk-sender.example/open.gif"><style>a{b:url(http://no.example)}</style>',
  '<form action=3D"https://collect.example/post"><input type=3D"password"></form>',
  '--outer',
  'Content-Type: application/octet-stream; name="invoice.pdf.exe"',
  'Content-Disposition: attachment; filename="invoice.pdf.exe"',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('MZ not really a program').toString('base64'),
  '--outer--',
  '',
].join('\r\n')

export const ordinary = [
  'Received: from mail.friend.example (mail.friend.example [198.51.100.20]) by mx.company.example;',
  ' Mon, 01 Jun 2026 10:00:00 +0000',
  'Authentication-Results: mx.company.example; spf=pass; dkim=pass header.d=friend.example; dmarc=pass',
  'From: A Friend <friend@friend.example>',
  'To: me@company.example',
  'Subject: Lunch',
  'Message-ID: <2@mail.friend.example>',
  'Date: Mon, 01 Jun 2026 12:00:00 +0200',
  '',
  'See https://menu.friend.example/today at noon?',
  '',
].join('\r\n')

/** The ordinary mail with this part instead of its text. */
export function withPart(type: string, content: string, disposition = ''): string {
  const headers = ordinary.slice(0, ordinary.indexOf('\r\n\r\n'))
  return [
    headers,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    `Content-Type: ${type}`,
    ...(disposition ? [disposition] : []),
    '',
    content,
    '--b--',
    '',
  ].join('\r\n')
}

export const withHtml = (html: string): string => withPart('text/html; charset=utf-8', html)

const text = (value: string) => Buffer.from(value, 'utf16le')

/** A mail as Outlook saves it, with one attachment. */
export const makeMsg = (
  headers: string,
  body: string,
  attachment: { name: string; content: Buffer },
): Buffer =>
  makeCompoundFile({
    '__properties_version1.0': Buffer.alloc(32),
    '__substg1.0_0037001F': text('From Outlook'),
    '__substg1.0_1000001F': text(body),
    '__substg1.0_007D001F': text(headers),
    '__attach_version1.0_#00000000': {
      '__properties_version1.0': Buffer.alloc(8),
      '__substg1.0_3707001F': text(attachment.name),
      '__substg1.0_37010102': attachment.content,
    },
  })
