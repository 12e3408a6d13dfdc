import { isRecord } from '../../../base/model/levels.ts'
import { text } from '../../../base/texts/index.ts'
import { labelOf } from '../findings/labels.ts'
import { isScalar, meaningOf } from '../findings/scalars.ts'
import {
  type Block,
  type Content,
  code,
  fact,
  factsBlock,
  type PanelModel,
  tableOf,
  value,
  words,
} from './model.ts'
import type { Fields } from './reading.ts'

const maxFacts = 8
const maxTables = 4
const maxListed = 5
const longest = 280

/** 5.9: of any analyzer the first single fields by their order, and alike objects as small tables. */
export function genericPanels(full: unknown): PanelModel[] {
  if (isScalar(full))
    return full === null || full === undefined || full === ''
      ? []
      : [{ title: text('facts.generic'), blocks: [{ is: 'prose', text: String(full) }] }]
  const blocks = genericBlocks(
    Array.isArray(full) ? { [text('facts.rows')]: full } : isRecord(full) ? untold(full) : {},
  )
  return blocks.length === 0 ? [] : [{ title: text('facts.generic'), blocks }]
}

/** Findings of built-in analyzers are above, in sentences. */
function untold(full: Fields): Fields {
  const { findings, verdict, ...rest } = full
  return Array.isArray(findings) && typeof verdict === 'string' ? rest : full
}

/** Also for single fields of a known report that have another shape than they should. */
export function genericBlocks(fields: Fields): Block[] {
  const entries = flat(fields)
  const facts = entries
    .flatMap(([key, given]) =>
      isScalar(given)
        ? fact(labelOf(key), given !== null && given !== '' && shown(key, given))
        : Array.isArray(given) && given.every(isScalar)
          ? fact(labelOf(key), ...given.slice(0, maxListed).map((one) => shown(key, one)))
          : [],
    )
    .slice(0, maxFacts)
  const tables = entries.flatMap(([key, given]): Block[] =>
    Array.isArray(given) && given.length > 0 && given.every(isRecord)
      ? [{ is: 'table', title: labelOf(key), table: tableOf(given) }]
      : [],
  )
  return [...factsBlock(facts), ...tables.slice(0, maxTables)]
}

/** Some analyzers put all that they say one step deeper. */
const flat = (fields: Fields): [string, unknown][] =>
  Object.entries(fields).flatMap(([key, given]): [string, unknown][] =>
    isRecord(given) ? Object.entries(given) : [[key, given]],
  )

/** A value with an address in it keeps its case. */
function shown(key: string, given: unknown): Content {
  const meaning = meaningOf(key, given)
  const plain = String(given).slice(0, longest)
  if (meaning.kind === 'observable') return value(meaning.dataType, meaning.value)
  return /:\/\/|^(?:[A-Za-z]:)?[\\/]\S/.test(plain) ? code(plain) : words(plain)
}
