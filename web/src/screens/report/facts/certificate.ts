import { detect } from '@assay/contract'
import { text } from '../../../base/texts/index.ts'
import { saidOf } from './document.ts'
import { hashesPanel } from './file.ts'
import type { Part, Source, Summary } from './model.ts'
import { codeOf, fact, factsBlock, partsPanel, strong, tableOf, warning, words } from './model.ts'
import { type Fields, reading } from './reading.ts'

/** Issuer, subject, validity and names. */
export function certificateSummary({ full }: Source): Summary | undefined {
  const report = reading(full)
  const certificates = report.records('certificates')
  const containers = report.records('containers').map(reading)
  const [first] = certificates
  if (!first && containers.length === 0) return undefined
  const certificate = reading(first)
  const key = reading(certificate.record('key'))
  const from = certificate.date('validFrom')
  const to = certificate.date('validTo')
  const problems = certificate.records('findings').map(reading).flatMap(saidOf)
  const prints = reading(certificate.record('fingerprints'))
  const keyName = [key.text('type')?.toUpperCase(), key.number('bits') ?? key.text('curve')].filter(
    (word) => word !== undefined,
  )
  return {
    panels: [
      {
        title: text('facts.certificate'),
        blocks: [
          ...factsBlock([
            ...fact(text('facts.subjectName'), nameWords(certificate.record('subject'), true)),
            ...fact(
              text('facts.issuer'),
              nameWords(certificate.record('issuer')),
              certificate.flag('isSelfSigned') === true && warning(text('facts.selfSigned')),
            ),
            ...fact(text('facts.key'), keyName.length > 0 && words(keyName.join(' '))),
            ...fact(text('facts.signedWith'), codeOf(certificate.text('signatureAlgorithm'))),
            ...fact(text('facts.serial'), codeOf(certificate.text('serialNumber'))),
            ...fact(
              text('facts.stored'),
              ...containers.slice(0, 5).map((one) => words(one.text('explanation') ?? '')),
            ),
          ]),
          ...(from !== undefined && to !== undefined && to > from
            ? [{ is: 'span' as const, from, to }]
            : []),
          { is: 'said', items: problems },
          ...(certificates.length > 1
            ? [
                {
                  is: 'table' as const,
                  title: text('facts.chain', { count: certificates.length }),
                  table: tableOf(certificates.map(chainRow)),
                },
              ]
            : []),
        ],
      },
      ...partsPanel(text('facts.names'), namesOf(certificate.records('names'))),
      ...hashesPanel({ 'SHA-256': prints.text('sha256'), 'SHA-1': prints.text('sha1') }),
    ],
    misfits: { ...report.misfits(), ...certificate.misfits() },
  }
}

/** `CN` is what people know it by. */
const nameOf = (name: Fields | undefined): string => {
  const at = reading(name)
  const [common, organization] = [at.text('CN'), at.text('O')]
  return [common, organization === common ? undefined : organization]
    .filter((part) => part !== undefined)
    .join(', ')
}

const nameWords = (name: Fields | undefined, isStrong = false) => {
  const known = nameOf(name)
  return known !== '' && (isStrong ? strong(known) : words(known))
}

const chainRow = (given: Fields) => {
  const at = reading(given)
  return {
    subject: nameOf(at.record('subject')),
    issuer: nameOf(at.record('issuer')),
    validTo: at.text('validTo'),
  }
}

function namesOf(names: readonly Fields[]): Part[] {
  return names.flatMap((given) => {
    const covered = reading(given).text('value') ?? ''
    if (covered === '') return []
    const { dataType, value } = detect(covered.replace(/^\*\./, ''))
    const isKnown = ['domain', 'fqdn', 'ip', 'mail', 'url'].includes(dataType)
    return [
      isKnown
        ? { dataType, data: value, ...(covered === value ? {} : { shows: covered }) }
        : { dataType: 'other', name: covered },
    ]
  })
}
