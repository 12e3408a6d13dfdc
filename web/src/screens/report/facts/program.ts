import { said, toldIn } from '../../../base/model/said.ts'
import { dateOnly, fileSize } from '../../../base/model/times.ts'
import { counted, formatNumber, text } from '../../../base/texts/index.ts'
import { filePart } from './mail.ts'
import {
  type Block,
  type Check,
  codeOf,
  fact,
  factsBlock,
  type Meter,
  partsPanel,
  type Source,
  type Summary,
  tableBlock,
  warning,
  words,
} from './model.ts'
import { type Fields, type Reading, reading } from './reading.ts'

const maxSections = 24
const highEntropy = 7.2

/** 5.3: its signer, its build date, its capabilities. */
export function programSummary({ full, found }: Source): Summary | undefined {
  const program = reading(full)
  if (program.flag('isExecutable') !== true) return undefined
  const traits = program.records('findings').map(reading)
  const packers = traits.filter((one) =>
    ['Packer', 'packed code'].some((word) =>
      [one.text('predicate'), one.text('value')].includes(word),
    ),
  )
  const built = program.date('compiled')
  const imported = program.number('importedFunctions')
  const version = program.record('version')
  const sections = program.records('sections')
  const can = traits.flatMap(capability)
  const blocks: Block[] = [
    ...factsBlock([
      ...fact(
        text('facts.format'),
        words(
          ['format', 'architecture', 'kind']
            .flatMap((name) => program.text(name) ?? [])
            .filter((word) => word !== 'unknown')
            .join(', '),
        ),
      ),
      ...fact(text('facts.signature'), signatureOf(program)),
      ...fact(text('facts.built'), built !== undefined && words(dateOnly(built))),
      ...fact(
        text('facts.packed'),
        ...packers.slice(0, 3).map((one) => warning(said(toldIn(one.fields)))),
        packers.length === 0 && words(text('facts.notPacked')),
      ),
      ...fact(
        text('facts.imports'),
        imported !== undefined && words(counted('facts.functions', imported)),
      ),
      ...fact('imphash', codeOf(program.text('imphash'))),
      ...fact(text('facts.symbols'), codeOf(program.text('debugSymbols'))),
    ]),
    ...(can.length > 0 ? [{ is: 'said' as const, items: can }] : []),
    ...(sections.length > 0
      ? [
          {
            is: 'meters' as const,
            title: counted('facts.sections', sections.length),
            meters: sections.slice(0, maxSections).map(meterOf),
          },
        ]
      : []),
    ...tableBlock(
      text('facts.version'),
      Object.entries(version ?? {}).map(([name, given]) => ({ name, value: given })),
      ['name', 'value'],
    ),
  ]
  return {
    panels: [
      { title: text('facts.program'), blocks },
      ...partsPanel(
        text('facts.embedded'),
        found.flatMap(({ attachment }) =>
          attachment ? [filePart(found, attachment.name, attachment.size, '')] : [],
        ),
        { isSide: true },
      ),
    ],
    misfits: program.misfits(),
  }
}

/** For Windows it is a record, for macOS a flag; others have none. */
function signatureOf(program: Reading) {
  const isSigned =
    reading(program.record('signature')).flag('isPresent') ?? program.flag('isSigned')
  if (isSigned === undefined) return undefined
  return isSigned ? words(text('facts.signed')) : warning(text('facts.notSigned'))
}

const groups: readonly (readonly [RegExp, 'facts.hides' | 'facts.connects' | 'facts.spies'])[] = [
  [/^download$/, 'facts.connects'],
  [/^(?:credentials|key logging)$/, 'facts.spies'],
  [/^(?:injection|hiding from debuggers|few)$/, 'facts.hides'],
]

/** What it can do, by what that is good for. */
function capability(trait: Reading): Check[] {
  const [predicate, named = ''] = [trait.text('predicate'), trait.text('value')]
  const sentence = said(toldIn(trait.fields))
  if (predicate !== 'Imports' || sentence === '') return []
  const group = groups.find(([pattern]) => pattern.test(named))?.[1]
  return [{ level: 'suspicious', title: text(group ?? 'facts.canDo'), note: sentence }]
}

function meterOf(section: Fields): Meter {
  const at = reading(section)
  const entropy = at.number('entropy')
  const size = at.number('size')
  return {
    name: at.text('name') ?? '',
    share: Math.min(1, Math.max(0, (entropy ?? 0) / 8)),
    isHigh: (entropy ?? 0) >= highEntropy,
    note: [
      size === undefined ? '' : fileSize(size),
      at.text('flags') ?? '',
      entropy === undefined ? '' : text('facts.bits', { bits: formatNumber(entropy) }),
    ]
      .filter(Boolean)
      .join(' · '),
  }
}
