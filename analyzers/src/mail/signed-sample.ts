import { createHash, sign } from 'node:crypto'
import {
  der,
  makeCertificate,
  oid,
  sampleKey,
  sequence,
} from '../certificate/certificate-sample.ts'

const set = (...parts: Buffer[]) => der(0x31, ...parts)
const sha256 = sequence(oid('608648016503040201'))
const data = '2a864886f70d010701'

/** RFC 5652, with the content where `isAttached`. */
export function makeCms(content: Buffer, isAttached = false): Buffer {
  const key = sampleKey(2048)
  const attributes = [
    sequence(oid('2a864886f70d010903'), set(oid(data))),
    sequence(
      oid('2a864886f70d010904'),
      set(der(0x04, createHash('sha256').update(content).digest())),
    ),
  ]
  const signer = sequence(
    der(0x02, Buffer.from([1])),
    sequence(sequence(), der(0x02, Buffer.from([1]))),
    sha256,
    der(0xa0, ...attributes),
    sequence(oid('2a864886f70d010101')),
    der(0x04, sign('sha256', set(...attributes), key.privateKey)),
  )
  const packed = isAttached ? [der(0xa0, der(0x04, content))] : []
  const signed = sequence(
    der(0x02, Buffer.from([1])),
    set(sha256),
    sequence(oid(data), ...packed),
    der(0xa0, makeCertificate({ subject: 'friend', names: ['friend.example'], key })),
    set(signer),
  )
  return sequence(oid('2a864886f70d010702'), der(0xa0, signed))
}

const part = [
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Please pay invoice 7 to the account that you know.',
].join('\r\n')

const head = [
  'From: A Friend <friend@friend.example>',
  'To: me@company.example',
  'Subject: Invoice 7',
  'Date: Mon, 01 Jun 2026 12:00:00 +0200',
  'MIME-Version: 1.0',
]

/** Signed with S/MIME; altered in transit on request. */
export function makeSignedMail({ isChanged = false, isAttached = false } = {}): string {
  const signature = makeCms(Buffer.from(part), isAttached).toString('base64')
  if (isAttached)
    return [
      ...head,
      'Content-Type: application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"',
      'Content-Transfer-Encoding: base64',
      '',
      signature,
      '',
    ].join('\r\n')
  return [
    ...head,
    'Content-Type: multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256;',
    ' boundary="outer"',
    '',
    '--outer',
    isChanged ? part.replace('that you know', 'of this letter') : part,
    '--outer',
    'Content-Type: application/pkcs7-signature; name="smime.p7s"',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="smime.p7s"',
    '',
    signature,
    '--outer--',
    '',
  ].join('\r\n')
}
