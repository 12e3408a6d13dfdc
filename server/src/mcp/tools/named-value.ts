import { detect, refang } from '@assay/contract/detect'
import type { NamedValue } from '../../domain/values/key.ts'
import { nothing, type ToolContext } from '../tool.ts'
import { requireJob, requireObservable } from '../visible.ts'

/** `~12` is an observable of a case or an alert; any other id is that of a job. */
export const isObservableId = (id: string) => id.startsWith('~')

/** The value behind an id that a tool returned. */
export async function valueOfId(context: ToolContext, id: string): Promise<NamedValue> {
  if (isObservableId(id)) {
    const { dataType, data, attachment } = await requireObservable(context, id)
    return attachment ? { dataType, hash: attachment.id } : { dataType, data: data ?? '' }
  }
  const { dataType, data, attachment } = await requireJob(context, id)
  if (attachment) return { dataType, hash: attachment.id }
  if (typeof data !== 'string') throw nothing('Observable', id)
  return { dataType, data }
}

/** A text that an agent read somewhere, which is only looked up. */
export function valueOfText(text: string, dataType: string | undefined): NamedValue {
  const data = refang(text.trim())
  if (dataType === 'file' || (dataType === undefined && /^[0-9a-f]{64}$/i.test(data)))
    return { dataType: 'file', hash: data.toLowerCase() }
  return { dataType: dataType ?? detect(data).dataType, data }
}
