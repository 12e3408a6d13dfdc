import type { PanelForm } from '@assay/analyzers/descriptions'
import { builtinOf } from '../../../base/model/builtins.ts'
import { addressSummary } from './address.ts'
import { archiveSummary } from './archive.ts'
import { certificateSummary } from './certificate.ts'
import { documentSummary } from './document.ts'
import { domainSummary } from './domain.ts'
import { fileSummary } from './file.ts'
import { genericBlocks, genericPanels } from './generic.ts'
import { hashSummary } from './hash.ts'
import { mailSummary } from './mail.ts'
import type { PanelModel, Source, Summary } from './model.ts'
import { programSummary } from './program.ts'
import type { Fields } from './reading.ts'
import { scriptSummary } from './script.ts'
import { urlSummary } from './url.ts'

type JointForm = 'domain' | 'address' | 'registration' | 'dns'
type SingleForm = Exclude<PanelForm, JointForm>

interface Form {
  readonly summary: (source: Source) => Summary | undefined
  /** Its artifacts are the parts of what was read. */
  readonly holdsParts?: true
}

/** How reports of a form are shown, in this order; those that are read together are below. */
const single: Readonly<Record<SingleForm, Form>> = {
  mail: { summary: mailSummary, holdsParts: true },
  program: { summary: programSummary, holdsParts: true },
  document: { summary: documentSummary, holdsParts: true },
  script: { summary: scriptSummary, holdsParts: true },
  archive: { summary: archiveSummary, holdsParts: true },
  certificate: { summary: certificateSummary },
  file: { summary: fileSummary },
  url: { summary: urlSummary },
  hash: { summary: hashSummary },
}
const singleForms = Object.keys(single) as SingleForm[]

export const holdsParts = (form: PanelForm): boolean =>
  singleForms.some((one) => one === form && single[one].holdsParts)

/** What a built-in analyzer says of its reports; those of others have the generic form. */
export const formOf = (analyzer: string): PanelForm | undefined => builtinOf(analyzer)?.panel

export type Sources = Partial<Record<PanelForm, Source>>

/** What is known of a value in the form of its type, from the reports of all who were asked. */
export function panelsOf(dataType: string, sources: Sources): PanelModel[] {
  const { address, domain, registration, dns } = sources
  const isAddress = dataType === 'ip' || dataType === 'network' || address !== undefined
  const summaries = [
    ...singleForms.map((form) => {
      const source = sources[form]
      return source && single[form].summary(source)
    }),
    isAddress
      ? addressSummary({ address, registration, dns })
      : domainSummary({ domain, registration, dns }),
  ].filter((summary) => summary !== undefined)
  return summaries.flatMap(withMisfits)
}

/** One report for itself: in the form of its type, else in that of all others. */
export function reportPanels(analyzer: string, dataType: string, source: Source): PanelModel[] {
  const form = formOf(analyzer)
  const own = form === undefined ? [] : panelsOf(dataType, { [form]: source })
  return own.length > 0 ? own : genericPanels(source.full)
}

/** Fields with an unexpected shape are not lost: they are below, as for any analyzer. */
function withMisfits({ panels, misfits }: Summary): PanelModel[] {
  const [first, ...others] = panels
  const odd = genericBlocks(misfits satisfies Fields)
  return first ? [{ ...first, blocks: [...first.blocks, ...odd] }, ...others] : []
}
