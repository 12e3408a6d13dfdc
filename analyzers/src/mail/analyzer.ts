import { isCompoundFile } from '../formats/compound-file.ts'
import { defineAnalyzer } from '../kit/index.ts'
import { mailDescription } from './description.ts'
import { looksLikeMail, looksLikeMsg } from './looks.ts'

/** Servers take 25 to 50 MB; the parts of a mail are in memory while it is read. */
const maxBytes = 50 * 1024 * 1024

export const analyzer = defineAnalyzer({
  ...mailDescription,
  async run(file, job) {
    const head = await file.bytes(0, 65_536)
    const isMsg = isCompoundFile(head)
    // Files of any kind come by: those that are not mails are skipped silently.
    if (!isMsg && !looksLikeMail(head.toString('latin1'))) return notMail
    const bytes = await file.read(maxBytes)
    if (isMsg && !looksLikeMsg(bytes)) return notMail
    const { reportOf } = await import('./report.ts')
    return reportOf(bytes, isMsg ? 'msg' : 'eml', job)
  },
})

const notMail = { taxonomies: [], full: { isMail: false } }
