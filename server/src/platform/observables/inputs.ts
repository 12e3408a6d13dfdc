import { Readable } from 'node:stream'
import type { Created, observable } from '@assay/contract/entities'
import { AppError, badRequest, notFound } from '../../domain/errors.ts'
import { inTurns } from '../../domain/own-turn.ts'
import { fileName, inlineFile, valuesOf } from '../../domain/response/observable-values.ts'
import { isReceivedFile, type ReceivedFile } from '../../http/fields.ts'
import { findFile, type StoredFile } from '../../storage/blobs/attachments.ts'
import type { NewFile } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { observableTypesOf } from '../observable-types/store.ts'
import type { ObservableTypeRow } from '../rows.ts'

export interface NewObservable extends Created<typeof observable> {
  /** Of a type of texts. */
  readonly data?: string | undefined
  /** Of a type of files; one without `keep` is in the store already. */
  readonly file?: (StoredFile & Partial<NewFile>) | undefined
}

/** As sent: one call may name many values or files. */
export interface ObservableInput extends Omit<NewObservable, 'data' | 'file'> {
  readonly data?: string | readonly string[] | undefined
  /** A file part, `{ id, name, contentType }` of a file that the organization has, or several. */
  readonly attachment?: unknown
  readonly isZip?: boolean | undefined
  readonly zipPassword?: string | undefined
}

/** The usual password of malware archives, in addition to that of our own downloads. */
const usualPassword = 'infected'

/**
 * One observable for each value, file or file in an archive. Files are staged: hand them to `write`
 * with `filesOf` immediately, so none stays behind.
 */
export async function readObservableInputs(
  deps: PlatformDeps,
  organization: string,
  inputs: ObservableInput | readonly ObservableInput[],
): Promise<NewObservable[]> {
  const types = await observableTypesOf(deps.db, organization)
  const read: NewObservable[] = []
  try {
    for await (const some of inTurns([inputs].flat()))
      for (const input of some) {
        const type = types.get(input.dataType)
        if (!type) throw notFound('ObservableType', input.dataType)
        read.push(...(await readOne(deps, organization, type, input)))
      }
    return read
  } catch (error) {
    for (const { file } of read) if (isReceivedFile(file)) await file.discard()
    throw error
  }
}

async function readOne(
  deps: PlatformDeps,
  organization: string,
  type: ObservableTypeRow,
  { data, attachment, isZip, zipPassword, ...common }: ObservableInput,
): Promise<NewObservable[]> {
  const values = valuesOf(data)
  const given = await filesGiven(deps, organization, attachment)
  if (given.length > 0 && values.length > 0)
    throw badRequest('Send either data or attachment, not both')
  if (given.length > 0) {
    const files = isZip ? await unpackOne(deps, given, zipPassword) : given
    return files.map((file) => ({ ...common, file }))
  }
  if (type.is_attachment === 1 && values.length > 0) {
    const files = await stageInline(deps, values)
    return files.map((file) => ({ ...common, file }))
  }
  // An empty one is refused with the right words, further down, where it is held against its type.
  return values.length > 0 ? values.map((value) => ({ ...common, data: value })) : [common]
}

type GivenFile = StoredFile | ReceivedFile

async function filesGiven(
  { db }: PlatformDeps,
  organization: string,
  attachment: unknown,
): Promise<GivenFile[]> {
  const files: GivenFile[] = []
  for (const item of [attachment ?? []].flat()) {
    if (isReceivedFile(item)) {
      files.push(item)
      continue
    }
    const { id, name, contentType } = (item ?? {}) as Record<string, unknown>
    if (typeof id !== 'string')
      throw badRequest(
        'attachment must be a file part, or { id, name, contentType } of a stored file',
      )
    const stored = await findFile(db, organization, id)
    if (!stored) throw notFound('Attachment', id)
    files.push({
      ...stored,
      ...(typeof name === 'string' && { name: fileName(name) }),
      ...(typeof contentType === 'string' && { contentType: contentType.slice(0, 255) }),
    })
  }
  return files
}

async function unpackOne(
  { blobs, config }: PlatformDeps,
  files: readonly GivenFile[],
  password: string | undefined,
): Promise<ReceivedFile[]> {
  const [archive, ...more] = files
  if (archive === undefined || more.length > 0 || !isReceivedFile(archive))
    throw badRequest('isZip requires one archive in the file part "attachment"')
  const passwords =
    password === undefined ? [usualPassword, config.datastore.attachment.password] : [password]
  // Loaded with the first archive: nothing else needs it, least of all a start.
  const { unpack } = await import('./archive.ts')
  return await unpack(blobs, archive, { passwords, limitBytes: config.http.uploadLimitBytes })
}

async function stageInline({ blobs }: PlatformDeps, values: readonly string[]) {
  const inline = values.map(inlineFile)
  const staged: ReceivedFile[] = []
  try {
    for (const file of inline) {
      if (file instanceof AppError) throw file
      const { content, ...named } = file
      staged.push({ ...(await blobs.stage(Readable.from([content]))), ...named })
    }
    return staged
  } catch (error) {
    await Promise.all(staged.map((file) => file.discard()))
    throw error
  }
}
