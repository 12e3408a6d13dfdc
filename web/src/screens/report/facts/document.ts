import type { VerdictLevel } from '@assay/contract'
import { said, toldIn } from '../../../base/model/said.ts'
import { formatNumber, text } from '../../../base/texts/index.ts'
import { filePart } from './mail.ts'
import {
  type Block,
  type Check,
  fact,
  factsBlock,
  type Part,
  partsPanel,
  type Source,
  type Summary,
  words,
  wordsOf,
} from './model.ts'
import { type Reading, reading } from './reading.ts'

/** 5.4: what it does besides being read. */
export function documentSummary({ full, found }: Source): Summary | undefined {
  const document = reading(full)
  if (document.flag('isDocument') !== true) return undefined
  const information = reading(document.record('information'))
  const macros = reading(document.record('macros'))
  const pages = document.number('pages')
  const starts = macros.texts('startsByItself')
  const does = document.records('findings').map(reading).flatMap(saidOf)
  const sources = sourcesOf(document, macros)
  const blocks: Block[] = [
    ...factsBlock([
      ...fact(text('facts.kind'), wordsOf(document.text('form'))),
      ...fact(text('facts.pages'), pages !== undefined && words(formatNumber(pages))),
      ...fact(text('facts.title'), wordsOf(information.text('Title') ?? information.text('title'))),
      ...fact(
        text('facts.author'),
        wordsOf(information.text('Author') ?? information.text('author')),
      ),
      ...fact(text('facts.runsOnOpen'), wordsOf(starts.length > 0 ? starts.join(', ') : undefined)),
    ]),
    { is: 'said', items: does },
    ...(sources.length > 0 ? [{ is: 'code' as const, sources }] : []),
  ]
  return {
    panels: [
      { title: text('facts.document'), blocks },
      ...partsPanel(text('facts.links'), linksOf(document)),
      ...partsPanel(
        text('facts.embedded'),
        document.records('files').map((given) => {
          const at = reading(given)
          return filePart(found, at.text('name') ?? '', at.number('size'), at.text('message') ?? '')
        }),
        { isSide: true },
      ),
    ],
    misfits: document.misfits(),
  }
}

/** Findings as sentences, each with its level; a fact is not a reproach. */
export function saidOf(finding: Reading): Check[] {
  const sentence = said(toldIn(finding.fields))
  const level = finding.text('level')
  if (sentence === '') return []
  const known: VerdictLevel =
    level === 'malicious' || level === 'suspicious' || level === 'safe' ? level : 'none'
  return [{ level: known, title: sentence, note: '' }]
}

/** Scripts of a PDF and modules of a document, as far as the report holds them. */
function sourcesOf(document: Reading, macros: Reading) {
  return [
    ...macros.records('modules').flatMap((module) => {
      const at = reading(module)
      const source = at.text('source')
      return source === undefined ? [] : [{ name: at.text('name') ?? '', text: source }]
    }),
    ...document
      .texts('scripts')
      .map((source, at) => ({ name: text('facts.script.nth', { nth: at + 1 }), text: source })),
  ]
}

function linksOf(document: Reading): Part[] {
  const seen = new Set<string>()
  return document.records('links').flatMap((given) => {
    const at = reading(given)
    const url = at.text('url') ?? ''
    if (url === '' || seen.has(url)) return []
    seen.add(url)
    const where = at.text('where')
    return [
      {
        dataType: 'url',
        ...(/^(?:https?|ftp):/i.test(url) ? { data: url } : { name: url }),
        ...(where === undefined ? {} : { note: where }),
      },
    ]
  })
}
