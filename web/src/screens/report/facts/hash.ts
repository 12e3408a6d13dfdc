import { text } from '../../../base/texts/index.ts'
import {
  type Content,
  fact,
  factsBlock,
  type Source,
  type Summary,
  warning,
  words,
} from './model.ts'
import { reading } from './reading.ts'

/** 5.8: which algorithm made it, and as what it is known. */
export function hashSummary({ full }: Source): Summary | undefined {
  const hash = reading(full)
  const algorithm = hash.text('algorithm')
  if (algorithm === undefined) return undefined
  const known = reading(hash.record('known'))
  const others = hash.texts('algorithms').filter((one) => one !== algorithm)
  const checked = hash.number('checkedLists')
  return {
    panels: [
      {
        title: text('facts.hash'),
        blocks: factsBlock([
          ...fact(
            text('facts.algorithm'),
            words(algorithm),
            others.length > 0 && words(text('facts.orAlgorithm', { names: others.join(', ') })),
          ),
          ...fact(
            text('facts.knownAs'),
            toned(known.text('name'), known.text('level')),
            ...hash.records('lists').map((given) => {
              const hit = reading(given)
              const list = hit.text('list') ?? ''
              const name = hit.text('name')
              return toned(
                name === undefined || name === ''
                  ? text('facts.onList', { list })
                  : text('facts.nameOnList', { name, list }),
                hit.text('level'),
              )
            }),
          ),
          ...fact(
            text('facts.lists'),
            checked !== undefined &&
              checked > 0 &&
              words(text('facts.listsChecked', { count: checked })),
          ),
        ]),
      },
    ],
    misfits: hash.misfits(),
  }
}

const toned = (name: string | undefined, level: string | undefined): Content | undefined =>
  name === undefined ? undefined : level === 'malicious' ? warning(name) : words(name)
