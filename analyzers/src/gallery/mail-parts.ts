/** A mail as the receiver's server stores it, put together from what differs. */
export interface MailParts {
  readonly from: string
  readonly to?: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** Results as the receiver writes them: `spf=pass smtp.mailfrom=…; dkim=pass …`. */
  readonly checks?: string
  readonly headers?: readonly string[]
  readonly attachment?: { readonly name: string; readonly type: string; readonly content: string }
}

const receiver = 'mx.company.example'

/** All checks pass for one domain, also signed by a service where one is given. */
export const passed = (domain: string, service?: string): string =>
  [
    `spf=pass smtp.mailfrom=bounce@${service ?? domain}`,
    `dkim=pass header.d=${domain}`,
    ...(service === undefined ? [] : [`dkim=pass header.d=${service}`]),
    `dmarc=pass (p=reject) header.from=${domain}`,
  ].join('; ')

export function makeMail({ checks, headers = [], html, attachment, ...mail }: MailParts): string {
  const body = html === undefined ? ['text/plain', mail.text] : ['text/html', html]
  const head = [
    `Received: from out.sender.example (out.sender.example [198.51.100.20]) by ${receiver};`,
    ' Mon, 01 Jun 2026 10:00:00 +0000',
    ...(checks === undefined ? [] : [`Authentication-Results: ${receiver}; ${checks}`]),
    `From: ${mail.from}`,
    `To: ${mail.to ?? 'Kim Reader <kim@company.example>'}`,
    `Subject: ${encoded(mail.subject)}`,
    'Date: Mon, 01 Jun 2026 12:00:00 +0200',
    'MIME-Version: 1.0',
    ...headers,
  ]
  const part = [
    `Content-Type: ${body[0]}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    base64(body[1] ?? ''),
  ]
  if (!attachment) return [...head, ...part, ''].join('\r\n')
  return [
    ...head,
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    '--outer',
    ...part,
    '--outer',
    `Content-Type: ${attachment.type}; name="${attachment.name}"`,
    `Content-Disposition: attachment; filename="${attachment.name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    base64(attachment.content),
    '--outer--',
    '',
  ].join('\r\n')
}

const base64 = (text: string) =>
  (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n')

const encoded = (subject: string) =>
  /^[\x20-\x7e]*$/.test(subject)
    ? subject
    : `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`
