/** A suspicious mail as it arrives. */
export const phish = (change: { to?: string; id?: string; text?: string; subject?: string } = {}) =>
  [
    `Received: from mx.bad.example by mx.ours.example for <${change.to ?? 'a@ours.example'}>`,
    'From: "Bank" <info@bank.example>',
    'Reply-To: thief@elsewhere.example',
    `To: ${change.to ?? 'a@ours.example'}`,
    `Message-ID: <${change.id ?? '1'}@bad.example>`,
    `Subject: ${change.subject ?? 'Your account'}`,
    'Date: Thu, 19 Nov 2026 03:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<p>${change.text ?? 'Visit'} <a href="https://login.bad.example/a">us</a></p>`,
    '--b1',
    'Content-Type: application/pdf; name="invoice.pdf"',
    'Content-Disposition: attachment; filename="invoice.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('an invoice').toString('base64'),
    '--b1--',
    '',
  ].join('\r\n')

/** A mail with other mails attached. */
export const forward = (
  mails: readonly string[],
  { from = 'colleague@ours.example', id = 'f1' }: { from?: string; id?: string } = {},
) =>
  [
    `From: ${from}`,
    'To: soc@ours.example',
    `Message-ID: <${id}@ours.example>`,
    'Subject: Fwd: strange',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    '--outer',
    'Content-Type: text/plain',
    '',
    'Is this one real?',
    ...mails.flatMap((mail) => [
      '--outer',
      'Content-Type: message/rfc822',
      'Content-Disposition: attachment; filename="strange.eml"',
      '',
      mail,
    ]),
    '--outer--',
    '',
  ].join('\r\n')
