import { remoteHost } from '../formats/remote-host.ts'
import { addFinding, type Report } from './report.ts'

const included =
  /\b(?:INCLUDEPICTURE|INCLUDETEXT|INCLUDE|IMPORT|LINK)\b[^"\\\r\n]{0,60}["“]?((?:file:|\\{2,8})[^"”\s}]{3,1000})/gi

/** Pictures and texts that Word fetches by a field: a share of another network learns who opened it. */
export function addFieldShares(report: Report, text: string): void {
  const done = new Set<string>()
  for (const [, written = ''] of text.matchAll(included)) {
    // Fields write each backslash twice, and RTF does so again.
    const target = written.replace(/^\\{2,}/, '\\\\').replace(/(?<=[^\\])\\{2,}/g, '\\')
    if (done.size >= 20 || done.has(target) || remoteHost(target) === undefined) continue
    done.add(target)
    addFinding(report, 'document.share', { target })
  }
}
