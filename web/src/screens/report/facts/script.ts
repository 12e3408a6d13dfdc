import { formatNumber, text } from '../../../base/texts/index.ts'
import { saidOf } from './document.ts'
import { filePart } from './mail.ts'
import {
  type Block,
  fact,
  factsBlock,
  partsPanel,
  type Source,
  type Summary,
  words,
} from './model.ts'
import { reading } from './reading.ts'

/** What it is written in, what it does, and what is to be read once its tricks are undone. */
export function scriptSummary({ full, found }: Source): Summary | undefined {
  const script = reading(full)
  if (script.flag('isScript') !== true) return undefined
  const language = script.text('language')
  const length = script.number('length')
  const layers = script.records('layers').flatMap((layer) => {
    const at = reading(layer)
    const source = at.text('text')
    return source === undefined ? [] : [{ name: at.text('how') ?? '', text: source }]
  })
  const does = script.records('findings').map(reading).flatMap(saidOf)
  const blocks: Block[] = [
    ...factsBlock([
      ...fact(text('facts.language'), language !== undefined && words(language)),
      ...fact(
        text('facts.length'),
        length !== undefined && words(text('facts.characters', { count: formatNumber(length) })),
      ),
      ...fact(
        text('facts.layers'),
        layers.length > 0 && words(text('facts.undone', { count: layers.length })),
      ),
    ]),
    { is: 'said', items: does },
    ...(layers.length > 0 ? [{ is: 'code' as const, sources: layers }] : []),
  ]
  return {
    panels: [
      { title: text('facts.script'), blocks },
      ...partsPanel(
        text('facts.leadsTo'),
        found.flatMap(({ dataType, data, attachment, messages }) =>
          attachment
            ? [filePart(found, attachment.name, attachment.size, messages[0] ?? '')]
            : data === undefined
              ? []
              : [{ dataType, data, ...(messages[0] ? { note: messages[0] } : {}) }],
        ),
      ),
    ],
    misfits: script.misfits(),
  }
}
