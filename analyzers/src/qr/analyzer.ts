import { artifact, defineAnalyzer, fail, taxonomy } from '../kit/index.ts'
import { codeFindings, contentOf } from './content.ts'
import { qrDescription } from './description.ts'
import { hasImageEnd, imageSize, looksLikeImage } from './image-size.ts'

const maxBytes = 50 * 1024 * 1024
/** A decoded pixel takes up to five bytes: 40 megapixels are 200 MB. */
const maxPixels = 40_000_000
const maxBadges = 5
const shownText = 4_296

export const analyzer = defineAnalyzer({
  ...qrDescription,
  async run(file) {
    // Files of any kind come by: those that are not images are skipped silently.
    if (!looksLikeImage(await file.bytes(0, 8))) return { taxonomies: [], full: { isImage: false } }
    const bytes = await file.read(maxBytes)
    const size = imageSize(bytes)
    if (!size || size.width === 0 || size.height === 0) fail('The image header is corrupt')
    if (size.width * size.height > maxPixels)
      fail(`The image has ${size.width} × ${size.height} pixels; the limit is ${maxPixels}`)
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
      full: {
        isImage: true,
        ...size,
        codes,
        ...(hasImageEnd(bytes) ? {} : { incomplete: ['truncated: end of file missing'] }),
      },
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
