import { detect } from '@assay/contract/detect'
import { artifact, defineAnalyzer, type Finding, fail, finding, taxonomy } from '../kit/index.ts'
import { qrDescription } from './description.ts'
import { imageSize, looksLikeImage } from './image-size.ts'

const maxBytes = 50 * 1024 * 1024
/** A decoded pixel takes up to five bytes: 40 megapixels are 200 MB. */
const maxPixels = 40_000_000
const maxBadges = 5
const shownText = 4_296

export const analyzer = defineAnalyzer({
  ...qrDescription,
  async run(file) {
    // Files of any kind come by: what is no image is passed over in silence.
    if (!looksLikeImage(await file.bytes(0, 8))) return { taxonomies: [], full: { isImage: false } }
    const bytes = await file.read(maxBytes)
    const size = imageSize(bytes)
    if (!size || size.width === 0 || size.height === 0) fail('The header of the image is damaged')
    if (size.width * size.height > maxPixels)
      fail(`The image has ${size.width} × ${size.height} pixels; at most ${maxPixels} are read`)
    const { readCodes } = await import('./read-codes.ts')
    const codes = (await readCodes(bytes)).map((code) => ({
      text: code.text.slice(0, shownText),
      ...contentOf(code.text),
      position: code.position.topLeft,
      isInverted: code.isInverted,
      isMirrored: code.isMirrored,
    }))
    return {
      taxonomies: codes.length === 0 ? [] : [taxonomy('info', 'QR', 'Codes', codes.length)],
      findings: codes.slice(0, maxBadges).flatMap(codeFindings),
      full: { isImage: true, ...size, codes },
      artifacts: codes.flatMap(({ observable }) =>
        observable
          ? [
              artifact(observable.dataType, observable.data, {
                kind: 'contains',
                message: 'in a QR code',
              }),
            ]
          : [],
      ),
    }
  },
})

/** Schemes that run something on the telephone instead of opening a page. */
const running = /^(?:javascript|vbscript|data|intent|market|itms-services):/i

function codeFindings({ kind, text }: { kind: string; text: string }): Finding[] {
  const shown = text.slice(0, 200)
  return [
    finding('qr.code', { kind, text: shown }),
    ...(running.test(text.trim()) ? [finding('qr.runs', { text: shown })] : []),
  ]
}

/** What a telephone would do with the text: open a page, join a network, keep a contact. */
const forms: readonly (readonly [start: RegExp, kind: string])[] = [
  [/^wifi:/i, 'wifi'],
  [/^(?:begin:vcard|mecard:)/i, 'contact'],
  [/^begin:vevent/i, 'appointment'],
  [/^(?:smsto|sms|mmsto):/i, 'sms'],
  [/^tel:/i, 'telephone'],
  [/^geo:/i, 'place'],
  [/^otpauth:/i, 'one-time password'],
  [/^(?:bitcoin|ethereum|litecoin|monero):/i, 'payment'],
  [/^bcd\n00[12]\n/i, 'payment'],
]

function contentOf(text: string): {
  kind: string
  observable: { dataType: string; data: string } | null
} {
  const plain = text.trim()
  const mail = /^(?:mailto:|matmsg:to:)([^?;]{3,320})/i.exec(plain)?.[1]
  if (mail !== undefined) return { kind: 'mail', observable: { dataType: 'mail', data: mail } }
  const form = forms.find(([start]) => start.test(plain.replaceAll('\r', '')))
  if (form) return { kind: form[1], observable: null }
  const found = detect(plain)
  if (found.dataType === 'other') return { kind: 'text', observable: null }
  return { kind: found.dataType, observable: { dataType: found.dataType, data: found.value } }
}
