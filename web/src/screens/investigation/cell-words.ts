import { knownBadge } from '@assay/contract'
import { cut, defangSentence } from '../../base/model/defang.ts'
import { type Taxonomy, worstLevel } from '../../base/model/levels.ts'
import { type TextKey, text } from '../../base/texts/index.ts'

const maxWords = 120

/** Badges that a word or two say better. */
const words: Readonly<Record<string, TextKey>> = {
  'Lists:Blocked': 'investigation.cell.onList',
  'Lists:Watched': 'investigation.cell.onList',
  'Lists:Allowed': 'investigation.cell.onList',
  'Lists:Warning': 'investigation.cell.onList',
  'Lists:Hits=0': 'investigation.cell.onNone',
  'Feeds:Hits=0': 'investigation.cell.noMatch',
  'YARA:Matches=0': 'investigation.cell.noMatch',
  'Text:Observables=0': 'investigation.cell.nothing',
  'Domain:Registrable': 'investigation.cell.plainName',
  'Domain:Resembles': 'investigation.cell.like',
  'Url:Resembles': 'investigation.cell.like',
}

/** What an analyzer says in a cell: of its worst badges the first that it was found out for. */
export function cellWords(taxonomies: readonly Taxonomy[]): string {
  const worst = worstLevel(taxonomies)
  const badges = taxonomies.filter(({ level }) => level === worst)
  const badge = badges.find((one) => !isPlain(one)) ?? badges[0]
  if (!badge) return ''
  const { namespace, predicate, value } = badge
  const key = `${namespace}:${predicate}`
  const known = wordsFor(`${key}=${value}`) ?? wordsFor(key)
  if (known) return defangSentence(text(known, { value: cut(value, maxWords) }))
  // A number alone says nothing.
  const shown = /^[\d/.%]*$/.test(value) ? `${predicate} ${value}` : value
  return defangSentence(cut(shown, maxWords))
}

const wordsFor = (key: string) => (Object.hasOwn(words, key) ? words[key] : undefined)

/** Stated of every value, whatever was found. */
const isPlain = ({ namespace, predicate, value }: Taxonomy) =>
  knownBadge(namespace, predicate, value) !== undefined
