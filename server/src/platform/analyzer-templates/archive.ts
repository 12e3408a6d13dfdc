import { type ReportType, reportTypes } from '@assay/contract'
import { badRequest } from '../../domain/errors.ts'
import type { ReceivedFile } from '../../http/fields.ts'
import { unpackTexts } from '../observables/archive.ts'
import type { NewTemplate } from './change.ts'

/** The largest of the public archive has 60 KB, and all of them 3 MB. */
const limits = { maxEntries: 10_000, maxFileBytes: 1024 ** 2, maxBytes: 32 * 1024 ** 2 }

/** `MaxMind_GeoIP_4_0/long.html`, whatever folders are around it. */
const address = new RegExp(`(?:^|/)([\\w.-]{1,256})/(${reportTypes.join('|')})\\.html$`)

export interface ReadTemplates {
  readonly templates: readonly NewTemplate[]
  /** By analyzer: false when one of its templates cannot be kept. */
  readonly results: Readonly<Record<string, boolean>>
}

export async function readTemplates(archive: ReceivedFile): Promise<ReadTemplates> {
  const found = await unpackTexts(archive, { ...limits, wants: (path) => address.test(path) })
  const templates = new Map<string, NewTemplate>()
  const results = new Map<string, boolean>()
  for (const { path, text } of found) {
    const [, analyzerId = '', reportType = 'long'] = address.exec(path) ?? []
    results.set(analyzerId, text !== undefined && results.get(analyzerId) !== false)
    if (text !== undefined)
      templates.set(`${analyzerId}/${reportType}`, {
        analyzerId,
        reportType: reportType as ReportType,
        content: text,
      })
  }
  if (results.size === 0)
    throw badRequest(
      'The archive contains no report templates. Expected <analyzer>/long.html and <analyzer>/short.html',
    )
  // From entries, because a folder may be called __proto__.
  return { templates: [...templates.values()], results: Object.fromEntries(results) }
}
