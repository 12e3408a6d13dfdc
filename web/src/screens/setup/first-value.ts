import { detect, refang, type Worker } from '@assay/contract'
import { api } from '../../base/api.ts'
import { submit } from '../../base/data/submit.ts'
import { takesType } from '../../base/data/workers.ts'
import { valuePath } from '../../base/ui/observable.tsx'
import { type Sample, sampleAlert } from './samples.ts'

/** What step two analyzes: your own value, or a sample. */
export interface FirstValue {
  readonly dataType: string
  readonly value: string | File
  readonly sample: Sample | undefined
}

export function firstValue(
  typed: string,
  file: File | undefined,
  sample: Sample | undefined,
): FirstValue | undefined {
  if (file) return { dataType: 'file', value: file, sample: undefined }
  const data = refang(typed.trim())
  if (data) return { dataType: detect(data)?.dataType ?? 'other', value: data, sample: undefined }
  return sample && { dataType: sample.dataType, value: sample.value(), sample }
}

export const analyzersFor = (wanted: FirstValue | undefined, analyzers: readonly Worker[]) =>
  wanted ? analyzers.filter((analyzer) => takesType(analyzer, wanted.dataType)) : []

/** Asks all of them and answers where the answer will be. One that refuses does not stop the others. */
export async function askFirst(
  { dataType, value, sample }: FirstValue,
  analyzers: readonly Worker[],
): Promise<string> {
  const asked = await Promise.allSettled(
    analyzers.map(({ id }) => submit({ analyzerId: id, dataType, value, tlp: 2, pap: 2 })),
  )
  const [first] = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (!first) throw asked.find((one) => one.status === 'rejected')?.reason
  if (sample?.id === 'mail') await raiseAlert()
  const path = valuePath(
    first.attachment ? { dataType, hash: first.attachment.id } : { dataType, data: value },
  )
  return `${path}&first=1`
}

/** Nothing of the first run depends on it; a second try finds it there already. */
const raiseAlert = () => api.createAlert(sampleAlert).catch(() => undefined)
