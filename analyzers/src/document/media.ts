import { imageSize, looksLikeImage } from '../qr/image-size.ts'
import type { Parts } from './parts.ts'
import { addProblem, type Report } from './report.ts'

const maxImages = 100
const maxTotal = 32 * 1024 * 1024

/** Images of a document, which may contain QR codes. */
export async function addMedia(report: Report, { entries, read }: Parts): Promise<void> {
  let [count, total] = [0, 0]
  for (const entry of entries) {
    if (!/\/media\/[^/]{1,200}\.(?:png|jpe?g|jfif)$/i.test(entry.name)) continue
    count += 1
    total += entry.size
    if (count > maxImages || total > maxTotal) {
      addProblem(
        report,
        `only ${maxImages} of its images, ${maxTotal} bytes in total, were searched for QR codes`,
      )
      return
    }
    const bytes = await read(entry)
    const size = bytes && looksLikeImage(bytes) ? imageSize(bytes) : undefined
    if (bytes && size)
      report.pictures.push({ ...size, where: entry.name, form: 'file', load: () => bytes })
  }
}
