import { type Finding, finding } from '../kit/index.ts'
import { headersOf, type MailAttachment, type Message } from './message.ts'
import { attachedSignature, detachedSignature, type Signature } from './signature.ts'

export interface SignedParts {
  readonly findings: readonly Finding[]
  readonly incomplete: readonly string[]
  /** The mail that is packed into its own signature. */
  readonly content: Buffer | undefined
}

/** S/MIME is held against what was signed; certificates are not held against any authority. */
export function signedParts(message: Message, raw: Buffer | undefined): SignedParts {
  const packed = message.attachments.find(isPacked)
  const isSealed = packed !== undefined && isEnveloped(packed)
  const attached =
    packed === undefined || isSealed ? undefined : attachedSignature(Buffer.from(packed.content))
  const beside = raw?.includes('pkcs7-signature') ? detachedSignature(raw) : undefined
  return {
    findings: [attached, beside].flatMap((one) => (one ? signatureFinding(one) : [])),
    incomplete: [
      ...(isSealed ? ['S/MIME encrypted content'] : []),
      ...(attached && attached.content === undefined
        ? ['content inside the S/MIME signature']
        : []),
      ...(isPgpSealed(message) ? ['PGP encrypted content'] : []),
    ],
    content: attached?.content,
  }
}

const isPacked = ({ contentType }: MailAttachment) =>
  /^application\/(?:x-)?pkcs7-mime$/i.test(contentType)

const ofPkcs7 = Buffer.from('06092a864886f70d0107', 'hex')

/** By what it is, not by what it is called: `signed-data` is 02, all else is encrypted or packed. */
function isEnveloped({ content }: MailAttachment): boolean {
  const head = Buffer.from(content.subarray(0, 40))
  const at = head.indexOf(ofPkcs7)
  return at >= 0 && head[at + ofPkcs7.length] !== 2
}

const isPgpSealed = (message: Message) =>
  /^multipart\/encrypted\b/i.test(headersOf(message, 'content-type')[0]?.trim() ?? '')

function signatureFinding({ state }: Signature): Finding[] {
  if (state === 'not readable') return []
  return state === 'matches'
    ? [finding('mail.signature')]
    : [finding('mail.signature-broken', { why: state })]
}
