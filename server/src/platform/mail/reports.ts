import { Readable } from 'node:stream'
import type { MailReport } from '@assay/contract'
import { AppError } from '../../domain/errors.ts'
import { describeMail } from '../../domain/mail/description.ts'
import type { MailFile } from '../../domain/mail/mail.ts'
import type { ReplyFacts } from '../../domain/mail/reply.ts'
import type { ReportedMail } from '../../domain/mail/report.ts'
import { fileName } from '../../domain/response/observable-values.ts'
import type { ReceivedFile } from '../../http/fields.ts'
import type { StoredFile } from '../../storage/blobs/attachments.ts'
import type { Blobs } from '../../storage/blobs/blobs.ts'
import { createAlert } from '../alerts/create.ts'
import { type Actor, type NewFile, type Writing, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { observableTypesOf } from '../observable-types/store.ts'
import { filesOf, type NewObservable } from '../observables/create.ts'
import { findMail, freeReference, joinedAlert, saveMail } from './store.ts'

/** What alerts of a mailbox are made with. */
export interface AlertForm {
  readonly severity?: number | undefined
  readonly tlp?: number | undefined
  readonly pap?: number | undefined
  readonly tags?: readonly string[] | undefined
  readonly caseTemplate?: string | null | undefined
}

/** The mail that was received: one, with one or several reported ones in it. */
export interface Received {
  readonly organization: string
  readonly source: string
  readonly mailboxId: string | null
  /** Login, or empty for a mailbox. */
  readonly uploadedBy: string
  readonly reporter: string
  readonly form: AlertForm
  readonly contentHash: string
  readonly receivedAt: number
  /** As it came; in the store, or handed to `write` by us. */
  readonly file: StoredFile & Partial<NewFile>
  /** Null for one that was uploaded: it has no sender of its own. */
  readonly replyFacts: ReplyFacts | null
  /** Of the mail around the reported ones. */
  readonly leftOut: readonly string[]
}

const tries = 3

/** Makes an alert of a reported mail, or joins the one that there is; together with the row that says so. */
export async function takeReported(
  deps: PlatformDeps,
  actor: Actor,
  received: Received,
  reported: ReportedMail,
  part: number,
): Promise<MailReport> {
  for (let left = tries; ; left -= 1) {
    const staged: ReceivedFile[] = []
    try {
      const { organization } = received
      const joined = await joinedAlert(deps.db, organization, reported.key, deps.clock.now())
      const observables = joined
        ? undefined
        : await stageObservables(deps, received, reported, staged)
      return await write(
        deps,
        actor,
        (w) => store(w, received, reported, part, observables),
        filesOf(observables ?? []),
      )
    } catch (error) {
      // Two of the same mail at once: the unique reference let one in, which the other finds now.
      if (left > 1 && (error === alertGone || isTaken(error))) continue
      throw error
    } finally {
      await Promise.all(staged.map((file) => file.discard()))
    }
  }
}

/** Between the look and the transaction a user deleted it. */
const alertGone = new Error('The alert was deleted')

const isTaken = (error: unknown) => error instanceof AppError && error.type === 'CreateError'

async function store(
  w: Writing,
  received: Received,
  reported: ReportedMail,
  part: number,
  observables: readonly NewObservable[] | undefined,
): Promise<MailReport> {
  const known = await findMail(w.tx, w.organization, {
    content_hash: received.contentHash,
    uploaded_by: received.uploadedBy,
    part,
  })
  const { organization } = w
  const { source } = received
  // Before the last look: what another report commits in between is joined, or has taken this very reference.
  const sourceRef = await freeReference(w.tx, { organization, source, key: reported.key })
  const joined = await joinedAlert(w.tx, organization, reported.key, w.now)
  if (!joined && !observables) throw alertGone
  const alertId =
    joined?.id ??
    (await newAlert(w, received, reported, { sourceRef, observables: observables ?? [] }))
  // Killed after the alert and before the end of the whole mail: it is not its own duplicate.
  const isAgain = known?.alert_id === alertId
  const state = isAgain && known.state !== 'new' ? known.state : joined ? 'duplicate' : 'done'
  const isNews = joined !== undefined && !isAgain
  if (isNews)
    w.record({
      operation: 'update',
      objectType: 'alert',
      objectId: alertId,
      details: { reportedBy: received.reporter, reportedTo: received.source },
    })
  const subject = reported.subject.slice(0, 500).toWellFormed()
  await saveMail(w.tx, {
    id: known?.id ?? w.newId(),
    organization: w.organization,
    mailbox_id: received.mailboxId,
    content_hash: received.contentHash,
    uploaded_by: received.uploadedBy,
    part,
    message_key: reported.key,
    reporter: received.reporter,
    received_at: received.receivedAt,
    size: received.file.size,
    state,
    alert_id: alertId,
    comment_id: null,
    attempts: 0,
    next_at: null,
    reason: null,
    subject,
    reply_facts: received.replyFacts && JSON.stringify(received.replyFacts),
  })
  return { state, alertId, subject, reporter: received.reporter }
}

async function newAlert(
  w: Writing,
  { form, leftOut, source }: Received,
  reported: ReportedMail,
  { sourceRef, observables }: { sourceRef: string; observables: readonly NewObservable[] },
): Promise<string> {
  const types = await observableTypesOf(w.tx, w.organization)
  const kept = observables.filter(({ dataType }) => types.has(dataType))
  const missing = observables.length - kept.length
  const { id } = await createAlert(w, {
    type: 'mail',
    source,
    sourceRef,
    title: (reported.subject || '(no subject)').slice(0, 512).toWellFormed(),
    description: describeMail({
      ...reported,
      files: reported.attachments.map(({ name }) => name),
      leftOut: [
        ...leftOut,
        ...reported.leftOut,
        ...(missing > 0
          ? [`${missing} observables: your organization has no such observable type`]
          : []),
      ],
    }),
    severity: form.severity,
    tlp: form.tlp,
    pap: form.pap,
    tags: form.tags,
    caseTemplate: form.caseTemplate ?? undefined,
    observables: kept,
  })
  return id
}

async function stageObservables(
  { blobs }: PlatformDeps,
  { file, form }: Received,
  { file: own, attachments, observables }: ReportedMail,
  staged: ReceivedFile[],
): Promise<NewObservable[]> {
  const common = { tlp: form.tlp }
  const stage = async (one: MailFile) => {
    const received = await stageFile(blobs, one)
    staged.push(received)
    return received
  }
  const files: NewObservable[] = [
    { ...common, dataType: 'file', file: own ? await stage(own) : file, message: 'The email' },
  ]
  for (const attachment of attachments)
    files.push({
      ...common,
      dataType: 'file',
      file: await stage(attachment),
      message: 'Attachment of the email',
    })
  return [...files, ...observables.map((value) => ({ ...common, ...value }))]
}

/** Names and types are the sender's: what a database or a header cannot hold goes. */
export const stageFile = async (blobs: Blobs, { name, contentType, content }: MailFile) => ({
  ...(await blobs.stage(Readable.from([Buffer.from(content)]))),
  name: fileName(name),
  contentType: /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(contentType)
    ? contentType
    : 'application/octet-stream',
})
