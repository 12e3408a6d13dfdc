import { createHash, sign } from 'node:crypto'
import {
  makeCertificate,
  sampleKey,
} from '../../../analyzers/src/certificate/certificate-sample.ts'

export interface Attachment {
  readonly name: string
  readonly content: Buffer | string
  readonly type?: string
}

export interface Letter {
  readonly from: string
  readonly to?: string
  readonly subject: string
  readonly text?: string
  readonly html?: string
  /** The authenticated domain: the one that SPF and DKIM passed for; `false`: none. */
  readonly signed?: string | false
  /** Of the host that handed it over. */
  readonly by?: string
  readonly headers?: readonly string[]
  readonly files?: readonly Attachment[]
}

const domainOf = (from: string) => /@([^>\s]+)/.exec(from)?.[1] ?? 'sender.example.org'
const wrapped = (bytes: Buffer) => bytes.toString('base64').replace(/.{76}/g, '$&\r\n')
const word = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`
const idOf = (text: string) => createHash('md5').update(text).digest('hex').slice(0, 16)

/** As it lies in the mailbox of its receiver, with what servers on the way have written. */
export function letter(parts: Letter): string {
  const { from, to = 'Jane Doe <jane.doe@corp.example>', subject, text, html, files = [] } = parts
  const domain = domainOf(from)
  const signer = parts.signed ?? domain
  const by = parts.by ?? `mail.${domain}`
  const id = idOf(from + subject)
  const checks =
    signer === false
      ? []
      : [
          `Authentication-Results: mx.corp.example; spf=pass (sender IP is 1.2.3.4) smtp.mailfrom=bounces.${signer};`,
          ` dkim=pass (signature was verified) header.d=${signer}; dmarc=pass action=none header.from=${domain}`,
          `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${signer}; s=k1; h=from:to:subject:date:message-id;`,
          ` bh=${createHash('sha256').update(subject).digest('base64')}; b=${Buffer.from(id.repeat(8)).toString('base64')}`,
        ]
  const head = [
    `Return-Path: <bounces+${id.slice(0, 6)}@${signer === false ? domain : `bounces.${signer}`}>`,
    `Received: from mx.corp.example (10.1.2.3) by mailbox.corp.example with LMTP id ${id}; Mon, 1 Jun 2026 10:00:09 +0000`,
    `Received: from ${by} (${by} [1.2.3.4]) by mx.corp.example (Postfix) with ESMTPS id ${id.slice(0, 10).toUpperCase()}`,
    ' for <jane.doe@corp.example>; Mon, 1 Jun 2026 10:00:07 +0000 (UTC)',
    ...checks,
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${word(subject)}`,
    'Date: Mon, 1 Jun 2026 10:00:00 +0000',
    `Message-ID: <${id}@${domain}>`,
    'MIME-Version: 1.0',
    ...(parts.headers ?? []),
  ]
  const texts = [
    ...(text === undefined ? [] : [part('text/plain; charset=utf-8', text)]),
    ...(html === undefined ? [] : [part('text/html; charset=utf-8', html)]),
  ]
  const body = texts.length === 1 ? (texts[0] ?? '') : multipart('alternative', `alt_${id}`, texts)
  if (files.length === 0) return `${head.join('\r\n')}\r\n${body}`
  return `${head.join('\r\n')}\r\n${multipart('mixed', `mix_${id}`, [body, ...files.map(attached)])}`
}

const part = (type: string, text: string) =>
  [
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    '',
    wrapped(Buffer.from(text.replace(/\r?\n/g, '\r\n'))),
    '',
  ].join('\r\n')

const attached = ({ name, content, type = 'application/octet-stream' }: Attachment) =>
  [
    `Content-Type: ${type}; name="${word(name)}"`,
    `Content-Disposition: attachment; filename="${word(name)}"`,
    'Content-Transfer-Encoding: base64',
    '',
    wrapped(Buffer.from(content)),
    '',
  ].join('\r\n')

const multipart = (kind: string, boundary: string, parts: readonly string[]) =>
  [
    `Content-Type: multipart/${kind}; boundary="${boundary}"`,
    '',
    ...parts.flatMap((one) => [`--${boundary}`, one]),
    `--${boundary}--`,
    '',
  ].join('\r\n')

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const oid = (hex: string) => der(6, Buffer.from(hex, 'hex'))
const sha256 = der(0x30, oid('608648016503040201'), Buffer.from([5, 0]))
const rsa = der(0x30, oid('2a864886f70d010101'), Buffer.from([5, 0]))

/** A mail with a detached signature (S/MIME); `sent` is what was signed, `shown` is the visible text. */
export function signedLetter(parts: Letter, sent: string, shown = sent): string {
  const domain = domainOf(parts.from)
  const inner = (text: string) =>
    `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\n${text.replace(/\r?\n/g, '\r\n')}\r\n`
  const digest = createHash('sha256').update(inner(sent)).digest()
  const attributes = [
    der(0x30, oid('2a864886f70d010903'), der(0x31, oid('2a864886f70d010701'))),
    der(0x30, oid('2a864886f70d010904'), der(0x31, der(4, digest))),
  ]
  const key = sampleKey(2048)
  const certificate = makeCertificate({ subject: parts.from.split(' <')[0] ?? '', key })
  const issuer = der(
    0x30,
    der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from('Sample Authority')))),
  )
  const signer = der(
    0x30,
    der(2, Buffer.from([1])),
    der(0x30, issuer, der(2, Buffer.from([7]))),
    sha256,
    der(0xa0, ...attributes),
    rsa,
    der(4, sign('sha256', der(0x31, ...attributes), key.privateKey)),
  )
  const signature = der(
    0x30,
    oid('2a864886f70d010702'),
    der(
      0xa0,
      der(
        0x30,
        der(2, Buffer.from([1])),
        der(0x31, sha256),
        der(0x30, oid('2a864886f70d010701')),
        der(0xa0, certificate),
        der(0x31, signer),
      ),
    ),
  )
  const id = idOf(parts.subject)
  const whole = letter({ ...parts, text: '' })
  const head = whole.slice(0, whole.indexOf('Content-Type: text/plain')).trimEnd()
  return [
    head,
    `Content-Type: multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256; boundary="s_${id}"`,
    '',
    `This is an S/MIME signed message of ${domain}`,
    `--s_${id}`,
    `${inner(shown)}`.replace(/\r\n$/, ''),
    '',
    `--s_${id}`,
    'Content-Type: application/pkcs7-signature; name="smime.p7s"',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="smime.p7s"',
    '',
    wrapped(signature),
    '',
    `--s_${id}--`,
    '',
  ].join('\r\n')
}
