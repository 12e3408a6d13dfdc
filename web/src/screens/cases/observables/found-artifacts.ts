import { asText, isRecord } from '../../../base/model/levels.ts'

export interface FoundArtifact {
  key: string
  dataType: string
  data: string
}

/** Values that an analyzer found, each once. Files stay with the job, where they can be had. */
export function artifactsIn(report: unknown): FoundArtifact[] {
  const listed = isRecord(report) && Array.isArray(report.artifacts) ? report.artifacts : []
  const found = new Map<string, FoundArtifact>()
  for (const artifact of listed.filter(isRecord)) {
    const dataType = asText(artifact.dataType)
    const data = typeof artifact.data === 'string' ? artifact.data : ''
    const key = `${dataType}\n${data}`
    if (dataType !== '' && data.trim() !== '') found.set(key, { key, dataType, data })
  }
  return [...found.values()]
}

/** Calls that add observables take many values, of one type each. */
export function byDataType(artifacts: readonly FoundArtifact[]) {
  const groups = Map.groupBy(artifacts, ({ dataType }) => dataType)
  return [...groups].map(([dataType, members]) => ({
    dataType,
    data: members.map(({ data }) => data),
  }))
}
