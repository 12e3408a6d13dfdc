import { addFieldShares } from './field-shares.ts'
import { addEmbedded, addObject, readPackage } from './ole-object.ts'
import { addFinding, addLink, addProblem, emptyReport, type Report } from './report.ts'

const maxObjects = 200
const maxObject = 32 * 1024 * 1024

/** Word opens whatever begins with these four. */
export const looksLikeRtf = (head: Buffer): boolean => head.toString('latin1', 0, 4) === '{\\rt'

export function readRtf(bytes: Buffer): Report {
  const report = emptyReport('RTF')
  if (bytes.toString('latin1', 0, 6) !== '{\\rtf1')
    addFinding(report, 'document.rtf-header', { start: bytes.toString('latin1', 0, 12) })
  readObjects(report, bytes)
  if (!isClosed(bytes)) addProblem(report, 'truncated: end of file missing')
  const text = bytes.toString('latin1')
  for (const [, target = ''] of text.matchAll(/\\\*\\template[ \r\n]{0,10}([^{}]{1,500})/g)) {
    if (!/^(?:https?|ftp):|^\\\\/i.test(target)) continue
    addFinding(report, 'document.external-template', { target })
    if (/^http/i.test(target)) addLink(report, target, 'template')
  }
  for (const [, field = ''] of text.matchAll(/\\fldinst\b([^}]{0,1000})/g)) {
    const dde = /\bDDE(?:AUTO)?\b.{0,400}/is.exec(field)?.[0]
    if (dde) addFinding(report, 'document.dde', { command: dde })
    const link =
      /\b(HYPERLINK|INCLUDEPICTURE|INCLUDETEXT) {1,10}"?((?:https?|ftp):[^"\s}]{1,2000})/i.exec(
        field,
      )
    if (link?.[2]) addLink(report, link[2], (link[1] ?? '').toLowerCase())
    addFieldShares(report, field)
  }
  if (report.files.length > 0 && text.includes('\\objupdate'))
    addFinding(report, 'document.object-starts')
  return report
}

/** The group that is the document begins with the first bracket and ends with its counterpart. */
function isClosed(bytes: Buffer): boolean {
  let depth = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === 0x7b) depth += 1
    else if (byte === 0x7d) {
      depth -= 1
      if (depth === 0) return true
    } else if (byte === 0x5c) {
      const [binary, length] = /^\\bin(\d{1,9})/.exec(bytes.toString('latin1', at, at + 14)) ?? []
      at += binary === undefined ? 1 : binary.length + Number(length)
    }
  }
  return false
}

function readObjects(report: Report, bytes: Buffer): void {
  const mark = Buffer.from('\\objdata')
  let at = bytes.indexOf(mark)
  for (let count = 0; at >= 0; count += 1) {
    if (count >= maxObjects) {
      addProblem(report, `only ${maxObjects} of its objects were examined`)
      return
    }
    const { data, end } = hexFrom(bytes, at + mark.length)
    readObject(report, data, count)
    at = bytes.indexOf(mark, end)
  }
}

const hexDigit = Int8Array.from({ length: 256 }, (_, byte) => {
  const digit = Number.parseInt(String.fromCharCode(byte), 16)
  return Number.isNaN(digit) ? -1 : digit
})

/** The hex digits up to the end of the group; words and groups between them are there to mislead. */
function hexFrom(bytes: Buffer, start: number): { data: Buffer; end: number } {
  const data = Buffer.allocUnsafe(Math.min(maxObject, (bytes.length - start) >> 1))
  let half = -1
  let length = 0
  let depth = 0
  let at = start
  for (; at < bytes.length && length < data.length; at += 1) {
    const byte = bytes[at] as number
    if (byte === 0x7b) depth += 1
    else if (byte === 0x7d) {
      depth -= 1
      if (depth < 0) break
    } else if (byte === 0x5c) {
      while (at + 1 < bytes.length && isWordByte(bytes[at + 1] as number)) at += 1
    } else if (depth === 0) {
      const digit = hexDigit[byte] as number
      if (digit < 0) continue
      if (half < 0) half = digit
      else {
        data[length] = half * 16 + digit
        length += 1
        half = -1
      }
    }
  }
  // A copy: a few bytes would keep all the room alive that they were read into.
  return { data: Buffer.from(data.subarray(0, length)), end: at }
}

const isWordByte = (byte: number) =>
  (byte >= 0x61 && byte <= 0x7a) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x30 && byte <= 0x39) ||
  byte === 0x2a ||
  byte === 0x2d

/** An object of OLE 1.0: its class, and its bytes. */
function readObject(report: Report, data: Buffer, index: number): void {
  let at = 8
  const text = () => {
    if (at + 4 > data.length) return ''
    const length = data.readUInt32LE(at)
    const found = data.toString('latin1', at + 4, at + 4 + Math.min(length, 256))
    at += 4 + length
    return found.split('\0')[0] ?? ''
  }
  const name = text()
  text()
  text()
  const isKnown = at + 4 <= data.length && data.length > 0
  const content = isKnown ? data.subarray(at + 4, at + 4 + data.readUInt32LE(at)) : data
  if (data.length === 0) return
  addFinding(report, 'document.object', { class: name || 'unknown' })
  if (/^equation/i.test(name)) addFinding(report, 'document.equation', { class: name })
  if (/otkloadr/i.test(name)) addFinding(report, 'document.object-loader', { class: name })
  const packed = name.toLowerCase() === 'package' ? readPackage(content) : undefined
  if (packed) addEmbedded(report, packed.name, packed.content)
  else addObject(report, `object${index}.bin`, content.length > 0 ? content : data)
}
