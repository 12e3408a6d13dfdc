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

/** Analyzers whose reports have a form of their own here; the name is that behind `Assay_`. */
const single = {
  Mail: mailSummary,
  Executable: programSummary,
  Document: documentSummary,
  Script: scriptSummary,
  Archive: archiveSummary,
  Certificate: certificateSummary,
  File: fileSummary,
  Url: urlSummary,
  Hash: hashSummary,
} as const
const joint = ['Domain', 'IP', 'Rdap', 'Dns'] as const

export type Kind = keyof typeof single | (typeof joint)[number]
const kinds = [...(Object.keys(single) as (keyof typeof single)[]), ...joint]

/** `Assay_Mail_1_0` is `Mail`; others have the generic form. */
export function kindOf(analyzer: string): Kind | undefined {
  const [, own] = /^Assay_([A-Za-z]+)(?:_\d+)*$/.exec(analyzer) ?? []
  return kinds.find((kind) => kind === own)
}

export type Sources = Partial<Record<Kind, Source>>

/** What is known of a value in the form of its type, from the reports of all who were asked. */
export function panelsOf(dataType: string, sources: Sources): PanelModel[] {
  const isAddress = dataType === 'ip' || dataType === 'network' || sources.IP !== undefined
  const { Rdap, Dns } = sources
  const summaries = [
    ...(Object.keys(single) as (keyof typeof single)[]).map((kind) => {
      const source = sources[kind]
      return source && single[kind](source)
    }),
    isAddress
      ? addressSummary({ IP: sources.IP, Rdap, Dns })
      : domainSummary({ Domain: sources.Domain, Rdap, Dns }),
  ].filter((summary) => summary !== undefined)
  return summaries.flatMap(withMisfits)
}

/** One report for itself: in the form of its type, else in that of all others. */
export function reportPanels(analyzer: string, dataType: string, source: Source): PanelModel[] {
  const kind = kindOf(analyzer)
  const own = kind === undefined ? [] : panelsOf(dataType, { [kind]: source })
  return own.length > 0 ? own : genericPanels(source.full)
}

/** Fields that had another shape than expected are not lost: they stand below, as of any analyzer. */
function withMisfits({ panels, misfits }: Summary): PanelModel[] {
  const [first, ...others] = panels
  const odd = genericBlocks(misfits satisfies Fields)
  return first ? [{ ...first, blocks: [...first.blocks, ...odd] }, ...others] : []
}
