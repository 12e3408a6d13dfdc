import { contract, type MailReport } from '@assay/contract'
import { AppError, badRequest } from '../../domain/errors.ts'
import { mailLimits } from '../../domain/mail/limits.ts'
import { isReceivedFile, type ReceivedFile } from '../../http/fields.ts'
import type { Route } from '../../http/route.ts'
import { actorOf } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { type MailReader, UnreadableMail } from './read-aside.ts'
import { takeReported } from './reports.ts'

/** The source of alerts that users make of a mail. */
const source = 'upload'

export function mailRoutes(route: Route, deps: PlatformDeps, reader: MailReader): void {
  route(contract.createMail, async (call) => {
    const { caller, input, signal } = call
    const { attachment: file } = input
    if (!isReceivedFile(file)) throw badRequest('Missing file part `attachment`')
    // guard: server/test/platform/mail-upload.test.ts
    if (file.size > mailLimits.bytes)
      throw new AppError(
        'Unknown',
        `The email exceeds the limit of ${mailLimits.bytes / 1024 ** 2} MiB. Add it to a case as a file instead`,
      )
    const report = await reader
      .read(
        { organization: caller.organization, signal },
        { content: () => contentOf(file), take: input.take ?? 'attached' },
      )
      .catch((error: unknown) => {
        throw error instanceof UnreadableMail
          ? badRequest(`${error.message}. Upload the original message, as .eml or .msg`)
          : error
      })
    const received = {
      organization: caller.organization,
      source,
      mailboxId: null,
      uploadedBy: caller.login,
      reporter: caller.login,
      form: {},
      contentHash: file.sha256,
      receivedAt: deps.clock.now(),
      file,
      replyFacts: null,
      leftOut: report.leftOut,
    }
    const mails: MailReport[] = []
    for (const [part, reported] of report.reported.entries())
      mails.push(await takeReported(deps, actorOf(call), received, reported, part))
    return { mails }
  })
}

async function contentOf(file: ReceivedFile): Promise<Uint8Array> {
  const bytes = Buffer.alloc(file.size)
  let at = 0
  while (at < file.size) {
    const piece = await file.read(at, file.size - at)
    if (piece.length === 0) break
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
