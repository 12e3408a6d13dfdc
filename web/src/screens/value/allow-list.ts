import { api } from '../../base/api.ts'
import { builtinAt } from '../../base/model/builtins.ts'
import { Refusal } from '../../base/problem.ts'
import { text } from '../../base/texts/index.ts'

const uploadPrefix = 'upload:'
const firstName = 'allow-list.txt'

/** What a line of a list cannot hold: the rest of it would be taken for a comment. */
export const isListable = (value: string): boolean =>
  value === value.trim() && value !== '' && !/[,;\t\r\n]| #|^#|^\/\/|^"/.test(value)

/** The list with one more line; unchanged when the value is already in it. */
export function withLine(list: string, value: string): string {
  if (list.split(/\r?\n/).includes(value)) return list
  return `${list}${list === '' || list.endsWith('\n') ? '' : '\n'}${value}\n`
}

/**
 * Puts a value on the allow list that the analyzer of own lists is configured with; the first value
 * makes the list. Only administrators of the organization may.
 */
export async function allow(value: string): Promise<{ name: string; analyzerId: string }> {
  const { rows } = await api.listAnalyzers({ range: 'all' })
  const analyzer = rows.find((row) => builtinAt(row.workerDefinitionId, row)?.isOwnList)
  if (!analyzer) throw new Refusal(text('value.noLists'))
  const configuration = analyzer.configuration ?? {}
  const chosen = referencesIn(configuration.allow_lists)
  const own = chosen.find((reference) => reference.startsWith(uploadPrefix))
  const name = own?.slice(uploadPrefix.length) ?? firstName
  const isThere = (await api.listResources()).some(
    ({ reference }) => reference === uploadPrefix + name,
  )
  const before = isThere ? await (await api.getResourceContent({ name })).text() : ''
  const after = withLine(before, value)
  if (after !== before) await api.uploadResource({ name, attachment: new File([after], name) })
  if (own === undefined)
    await api.updateAnalyzer(
      { id: analyzer.id },
      { configuration: { ...configuration, allow_lists: [...chosen, uploadPrefix + name] } },
    )
  return { name, analyzerId: analyzer.id }
}

const referencesIn = (configured: unknown): string[] =>
  (Array.isArray(configured) ? configured : [configured]).filter(
    (one) => typeof one === 'string' && one !== '',
  )
