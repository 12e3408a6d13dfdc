import { xored } from '../script/xored.ts'
import type { Page } from './read.ts'

const maxFiles = 10
const maxTotal = 32 * 1024 * 1024

/** Files that are written in the page as base64: their bytes say whether they are any. */
export function smuggledFiles(
  html: string,
  page: Page,
  onLimit: () => void,
): { name: string; content: Buffer }[] {
  const found: { name: string; content: Buffer }[] = []
  const seen = new Set<string>()
  let total = 0
  const named =
    /\.download\s{0,5}=\s{0,5}["'`]([^"'`]{1,200})["'`]/.exec(html)?.[1] ??
    page.links.find(({ download }) => download)?.download
  for (const [value] of html.matchAll(/(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{64,12000000}={0,2}/g)) {
    const head = Buffer.from(value.slice(0, 16), 'base64')
    const ending = endingOf(head)
    if (ending === undefined || seen.has(value)) continue
    if (found.length >= maxFiles || total > maxTotal) {
      onLimit()
      break
    }
    seen.add(value)
    const content = Buffer.from(value, 'base64')
    total += content.length
    const name = found.length === 0 && named ? named : `smuggled${found.length + 1}.${ending}`
    found.push({ name, content })
  }
  for (const { content } of xored(page.scripts.join('\n;\n'))) {
    if (found.length >= maxFiles || typeof content === 'string') break
    const ending = endingOf(content.subarray(0, 16))
    if (ending === undefined) continue
    const name = found.length === 0 && named ? named : `smuggled${found.length + 1}.${ending}`
    found.push({ name, content })
  }
  return found
}

const beginnings: readonly (readonly [string, string])[] = [
  ['PK\x03\x04', 'zip'],
  ['MZ', 'exe'],
  ['Rar!', 'rar'],
  ['7z\xbc\xaf', '7z'],
  ['\x4c\0\0\0\x01\x14', 'lnk'],
  ['%PDF', 'pdf'],
  ['\xd0\xcf\x11\xe0', 'doc'],
  ['\x1f\x8b\x08', 'gz'],
]

const endingOf = (head: Buffer): string | undefined =>
  beginnings.find(([beginning]) => head.toString('latin1').startsWith(beginning))?.[1]
