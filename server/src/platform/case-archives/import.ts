import { AppError, badRequest } from '../../domain/errors.ts'
import {
  type CustomFieldInput,
  mergedFields,
  readCustomFields,
} from '../../domain/response/custom-fields.ts'
import { fileName } from '../../domain/response/observable-values.ts'
import type { ReceivedFile } from '../../http/fields.ts'
import { addAttachments } from '../attachments/change.ts'
import { addLink } from '../case-links/change.ts'
import { createCase } from '../cases/create.ts'
import { updateCase } from '../cases/update.ts'
import type { Writing } from '../changes/write.ts'
import { createComment } from '../comments/change.ts'
import { observableTypesOf } from '../observable-types/store.ts'
import { addObservables } from '../observables/create.ts'
import type { NewObservable } from '../observables/inputs.ts'
import { checkType } from '../observables/types.ts'
import { createPage } from '../pages/change.ts'
import { createProcedure } from '../procedures/change.ts'
import { customFieldsOf } from '../render/definitions.ts'
import type { CaseRow, ObservableRow, ProcedureRow } from '../rows.ts'
import { createTask } from '../tasks/create.ts'
import { readTask } from '../tasks/inputs.ts'
import { addLogFiles } from '../tasks/log-files.ts'
import { createLog } from '../tasks/logs.ts'
import { createEvent } from '../timeline/change.ts'
import type { FileOfLine, InputOf, Kind, Known } from './format.ts'

export interface Imported {
  readonly case: CaseRow
  readonly observables: readonly ObservableRow[]
  readonly procedures: readonly ProcedureRow[]
  /** What this organization does not know, and was left out. */
  readonly errors: readonly { readonly type: string; readonly message: string }[]
}

type Of<K extends Kind> = Extract<Known, { kind: K }>
/** Files of the archive by their SHA-256. */
export type ArchiveFiles = ReadonlyMap<string, ReceivedFile>

/** The hashes that lines name; each must have come with the archive. */
export function filesNamed(lines: readonly Known[], files: ArchiveFiles): ReceivedFile[] {
  const named = new Set(lines.flatMap(({ files: some = [] }) => some.map(({ sha256 }) => sha256)))
  return [...named].map((hash) => {
    const file = files.get(hash)
    if (!file) throw badRequest(`File ${hash} is missing from the archive`)
    return file
  })
}

/**
 * A new case of the importing user, made by the same functions as one that is made by hand. People, ids
 * and organizations of the archive mean nothing here; the original author is noted below the text.
 */
export async function importCase(
  w: Writing,
  lines: readonly Known[],
  files: ArchiveFiles,
): Promise<Imported> {
  const errors: { type: string; message: string }[] = []
  /**
   * An error in one entity does not affect others. Errors of the database and of the program end the
   * import.
   */
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      errors.push({ type: error.type, message: error.message })
      return undefined
    }
  }
  const of = <K extends Kind>(kind: K) => lines.filter((line): line is Of<K> => line.kind === kind)
  const stored = ({ sha256, name, contentType }: FileOfLine) => ({
    ...(files.get(sha256) as ReceivedFile),
    name: fileName(name),
    contentType,
  })

  const [first] = of('case')
  if (!first) throw badRequest('The archive contains no case')
  let made = await newCase(w, first.input, attempt)
  for (const { input } of of('closing')) made = (await closed(w, made, input, attempt)) ?? made
  const owner = { kind: 'case', id: made.id } as const

  const tasks = new Map<number, string>()
  for (const { task, input } of of('task')) {
    const { assignee: _, owner: __, ...rest } = readTask(input)
    const row = await createTask(w, made, rest)
    if (task !== undefined) tasks.set(task, row.id)
  }
  for (const line of of('log')) {
    const id = tasks.get(line.task ?? -1)
    if (id === undefined) throw badRequest('A log in the archive does not belong to a task')
    const [file, ...more] = (line.files ?? []).map(stored)
    const log = await createLog(w, { id }, { message: signed(line.input.message, line), file })
    if (more.length > 0) await addLogFiles(w, log, more)
  }
  const observables = await newObservables(w, made.id, of('observable'), stored, attempt)
  for (const line of of('comment')) await createComment(w, owner, signed(line.input.message, line))
  const attached = of('attachment').flatMap(({ files: some = [] }) => some.map(stored))
  if (attached.length > 0) await attempt(() => addAttachments(w, owner, attached))
  const procedures: ProcedureRow[] = []
  for (const { input } of of('procedure')) {
    const row = await attempt(() => createProcedure(w, owner, input))
    if (row) procedures.push(row)
  }
  for (const { input } of of('customEvent')) await attempt(() => createEvent(w, made, input))
  for (const { input } of of('page')) await attempt(() => createPage(w, made.id, input))
  for (const { input } of of('link')) await attempt(() => addLink(w, made.id, input))
  return { case: made, observables, procedures, errors }
}

type Attempt = <T>(work: () => Promise<T>) => Promise<T | undefined>

async function newCase(w: Writing, input: InputOf<'case'>, attempt: Attempt): Promise<CaseRow> {
  const { title, description, severity, startDate, tags, flag, tlp, pap, summary } = input
  const rules = await customFieldsOf(w.tx, w.organization)
  const customFields: CustomFieldInput[] = []
  for (const field of readCustomFields(input.customFields))
    await attempt(async () => {
      mergedFields({}, rules, [field])
      customFields.push(field)
    })
  return createCase(w, {
    ...{ title, description, severity, startDate, tags, flag, tlp, pap, summary, customFields },
  })
}

/** With the status of the archive if there is one of this name here, else with the plain one. */
async function closed(w: Writing, row: CaseRow, input: InputOf<'closing'>, attempt: Attempt) {
  const { status, endDate, resolutionStatus, impactStatus } = input
  const rest = { endDate, resolutionStatus, impactStatus }
  return (
    (await attempt(() => updateCase(w, row, { ...rest, status }))) ??
    (await attempt(() => updateCase(w, row, { ...rest, status: 'Resolved' })))
  )
}

async function newObservables(
  w: Writing,
  caseId: string,
  lines: readonly Of<'observable'>[],
  stored: (file: FileOfLine) => ReceivedFile,
  attempt: Attempt,
): Promise<ObservableRow[]> {
  const types = await observableTypesOf(w.tx, w.organization)
  const known: NewObservable[] = []
  for (const { input, files = [] } of lines)
    await attempt(async () => {
      const { dataType, message, tlp, tags, ioc, sighted, ignoreSimilarity } = input
      const [file] = files.map(stored)
      const data = typeof input.data === 'string' ? input.data : undefined
      checkType(types, dataType, {
        hasText: data !== undefined && data.trim() !== '',
        hasFile: file !== undefined,
      })
      known.push({
        ...{ dataType, message, tlp, tags, ioc, sighted, ignoreSimilarity },
        ...(file ? { file } : { data }),
      } as NewObservable)
    })
  return (await addObservables(w, { caseId }, known)).created
}

/** Who wrote these words elsewhere, and when: it is a part of what they say. */
const signed = (message: string, { by, at }: { by?: string; at?: number }): string =>
  by === undefined || at === undefined
    ? message
    : `${message}\n\n(${by}, ${new Date(at).toISOString()})`
