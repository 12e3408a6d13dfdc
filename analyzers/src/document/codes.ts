import { Failure } from '../kit/failure.ts'
import { codeFindings, contentOf } from '../qr/content.ts'
import { addLink, addProblem, type Picture, type Report } from './report.ts'

/** Smaller images are lines, dots and icons: no phone reads a code there. */
const smallest = 42
/** Decoded, a pixel takes up to five bytes. */
const maxPixels = 40_000_000
const maxPictures = 100
const shownCodes = 10

const pixels = ({ width, height }: Picture) => width * height
/** Codes are square: those come first when there is not room for all. */
const oddness = ({ width, height }: Picture) => Math.abs(Math.log(width / height))

/** QR codes in the images of a document: they move the reader from the protected machine to a phone. */
export async function addCodes(report: Report): Promise<void> {
  const candidates = report.pictures
    .filter(({ width, height }) => width >= smallest && height >= smallest)
    .toSorted((a, b) => oddness(a) - oddness(b) || pixels(a) - pixels(b))
  if (candidates.length === 0) return
  const { readCodes } = await import('../qr/read-codes.ts')
  const found: { where: string; text: string; kind: string }[] = []
  let left = maxPixels
  for (const [index, picture] of candidates.entries()) {
    if (index >= maxPictures || pixels(picture) > left) {
      addProblem(
        report,
        `only ${index} of its ${candidates.length} images were searched for QR codes`,
      )
      break
    }
    left -= pixels(picture)
    const content = picture.load()
    const codes = content && (await codesIn(readCodes, picture, content))
    if (!codes) {
      addProblem(report, `${picture.where} could not be decoded and was not searched for QR codes`)
      continue
    }
    for (const { text } of codes)
      if (found.length < 50 && !found.some((code) => code.text === text))
        found.push({ where: picture.where, text, kind: contentOf(text).kind })
  }
  if (found.length === 0) return
  report.details.codes = found.map((code) => ({ ...code, text: code.text.slice(0, 4_000) }))
  for (const { kind, text } of found.slice(0, shownCodes))
    report.findings.push(...codeFindings({ kind, text }))
  for (const { text } of found) {
    const { observable } = contentOf(text)
    if (observable?.dataType === 'url') addLink(report, observable.data, 'in a QR code')
  }
}

type ReadCodes = typeof import('../qr/read-codes.ts').readCodes

async function codesIn(readCodes: ReadCodes, picture: Picture, content: Uint8Array) {
  try {
    return await readCodes(
      picture.form === 'file'
        ? content
        : { data: rgba(content), width: picture.width, height: picture.height },
    )
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

function rgba(grey: Uint8Array): Uint8ClampedArray {
  const data = new Uint8ClampedArray(grey.length * 4)
  for (let at = 0; at < grey.length; at += 1) data.fill(grey[at] as number, at * 4, at * 4 + 3)
  for (let at = 3; at < data.length; at += 4) data[at] = 255
  return data
}
