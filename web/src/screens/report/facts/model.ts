import type { VerdictLevel } from '@assay/contract'
import { inReadersWords } from '../../../base/model/said.ts'
import type { Found } from '../artifacts/list.ts'
import type { Fields } from './reading.ts'

/** A piece of a fact. Whatever it holds came from outside and is drawn as text. */
export type Content =
  | { readonly is: 'words'; readonly text: string; readonly isStrong?: boolean }
  /** What could be copied into another tool and has no page of its own. */
  | { readonly is: 'code'; readonly text: string }
  | { readonly is: 'value'; readonly dataType: string; readonly data: string }
  | { readonly is: 'warning'; readonly text: string }

export interface Fact {
  readonly label: string
  readonly content: readonly Content[]
}

/** A value or file inside the value, with a page and its own verdict. */
export interface Part {
  readonly dataType: string
  readonly data?: string
  readonly attachment?: Found['attachment']
  /** Of a link: what it shows; of others what they are here. */
  readonly shows?: string
  readonly note?: string
  /** It has no page: a script, an attachment that was not kept. */
  readonly name?: string
}

export interface Check {
  readonly level: VerdictLevel
  readonly title: string
  readonly note: string
}

export interface Stop {
  readonly name: string
  readonly note: string
  readonly isOdd?: boolean
}

export interface Meter {
  readonly name: string
  readonly note: string
  /** 0 to 1. */
  readonly share: number
  readonly isHigh: boolean
}

export type Block =
  | { readonly is: 'facts'; readonly facts: readonly Fact[] }
  | { readonly is: 'checks'; readonly checks: readonly Check[] }
  | { readonly is: 'way'; readonly title: string; readonly stops: readonly Stop[] }
  | { readonly is: 'said'; readonly items: readonly Check[] }
  | { readonly is: 'prose'; readonly text: string }
  | { readonly is: 'code'; readonly sources: readonly { name: string; text: string }[] }
  | { readonly is: 'hashes'; readonly hashes: readonly (readonly [string, string])[] }
  | { readonly is: 'meters'; readonly title: string; readonly meters: readonly Meter[] }
  | { readonly is: 'line'; readonly pieces: readonly { part: UrlPart; text: string }[] }
  | { readonly is: 'span'; readonly from: number; readonly to: number }
  | { readonly is: 'table'; readonly title: string; readonly table: Table }
  | { readonly is: 'parts'; readonly parts: readonly Part[]; readonly left: number }

export type UrlPart = 'scheme' | 'user' | 'host' | 'port' | 'path' | 'query'

export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  /** Rows that are not shown. */
  readonly left: number
}

export interface PanelModel {
  readonly title: string
  readonly count?: number
  /** Next to the facts, where there is room. */
  readonly isSide?: boolean
  /** Properties of a file that say nothing about its verdict: folded where there is more to see. */
  readonly isOfFile?: boolean
  readonly note?: string
  readonly blocks: readonly Block[]
}

/** One report, as the panels get it. */
export interface Source {
  readonly full: unknown
  /** What its analyzer found. */
  readonly found: readonly Found[]
}

/** What a kind of report is made into, and the fields that did not fit. */
export interface Summary {
  readonly panels: readonly PanelModel[]
  readonly misfits: Fields
}

export const words = (text: string): Content => ({ is: 'words', text })
export const strong = (text: string): Content => ({ is: 'words', text, isStrong: true })
export const code = (text: string): Content => ({ is: 'code', text })
export const warning = (text: string): Content => ({ is: 'warning', text })
export const value = (dataType: string, data: string): Content => ({ is: 'value', dataType, data })

const ifKnown = (make: (text: string) => Content) => (given: string | undefined) =>
  given === undefined ? undefined : make(given)

export const wordsOf = ifKnown(words)
export const strongOf = ifKnown(strong)
export const codeOf = ifKnown(code)
/** Words of a built-in analyzer, in the reader's language. */
export const ownWordsOf = ifKnown((given) => words(inReadersWords(given)))

/** A fact about which nothing is known is not drawn. */
export function fact(label: string, ...content: (Content | false | undefined | '')[]): Fact[] {
  const known = content.filter((one) => typeof one === 'object')
  return known.length === 0 ? [] : [{ label, content: known }]
}

export const factsBlock = (facts: readonly Fact[]): Block[] =>
  facts.length === 0 ? [] : [{ is: 'facts', facts }]

export const maxParts = 50

export function partsPanel(
  title: string,
  parts: readonly Part[],
  more: Pick<PanelModel, 'isSide'> = {},
): PanelModel[] {
  if (parts.length === 0) return []
  const shown = parts.slice(0, maxParts)
  const block: Block = { is: 'parts', parts: shown, left: parts.length - shown.length }
  return [{ title, count: parts.length, ...more, blocks: [block] }]
}

/** Rows that are alike, under a title. */
export const tableBlock = (
  title: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  columns?: string[],
): Block[] => (rows.length === 0 ? [] : [{ is: 'table', title, table: tableOf(rows, columns) }])

const maxRows = 10
const maxColumns = 5

/** Alike objects as a small table; the rest is among all fields. */
export function tableOf(
  rows: readonly Readonly<Record<string, unknown>>[],
  columns = [...new Set(rows.slice(0, maxRows).flatMap((row) => Object.keys(row)))],
): Table {
  const shown = columns.slice(0, maxColumns)
  return {
    columns: shown,
    rows: rows
      .slice(0, maxRows)
      .map((row) => shown.map((name) => (Object.hasOwn(row, name) ? row[name] : undefined))),
    left: Math.max(0, rows.length - maxRows),
  }
}
