import type { TypedValue } from '../../shared/response/pasted.ts'

/** What the form holds. */
export interface AlertDraft {
  title: string
  description: string
  type: string
  source: string
  sourceRef: string
  severity: number
  tlp: number
  pap: number
  tags: string[]
  isIoc: boolean
}

/** The reference is unique in its source; made from the time it is so without a thought. */
export const newDraft = (login: string, now: number): AlertDraft => ({
  title: '',
  description: '',
  type: 'manual',
  source: login,
  sourceRef: new Date(now).toISOString().replace(/[-:]|\.\d+/g, ''),
  severity: 2,
  tlp: 2,
  pap: 2,
  tags: [],
  isIoc: false,
})

export const requiredNames = ['title', 'type', 'source', 'sourceRef'] as const

export const missingNames = (draft: AlertDraft) =>
  requiredNames.filter((name) => draft[name].trim() === '')

export const alertOf = ({ isIoc, ...draft }: AlertDraft, values: readonly TypedValue[]) => ({
  ...draft,
  observables: values.map(({ dataType, data }) => ({ dataType, data, ioc: isIoc, tlp: draft.tlp })),
})
