import type { InvestigationValue } from '@assay/contract'
import { api } from '../../base/api.ts'
import { attempt } from '../../base/attempt.ts'
import { formatNumber, text } from '../../base/texts/index.ts'
import { Menu, type MenuItem } from '../../base/ui/menu.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { downloadText } from '../../shared/export/download.ts'
import { type Exported, partsOf, toCsv, toJson, toMarkdown, withoutStix } from './export.ts'

/** What is shown or chosen leaves as a file; STIX and MISP take what is chosen, or else all of it. */
export function ExportMenu({ exported }: { exported: Exported }) {
  return (
    <span className="inv-export">
      <Menu
        label={exportLabel(exported)}
        name={exportLabel(exported)}
        button={{ icon: 'download', 'aria-keyshortcuts': 'e' }}
        items={exportItems(exported)}
      />
    </span>
  )
}

/** Says of how many, when these are chosen. */
export const exportLabel = ({ values, isChosen }: Exported) =>
  isChosen
    ? text('investigation.exportChosen', { count: formatNumber(values.length) })
    : text('investigation.export')

/** On a phone they are among the other rare actions. */
export function exportItems(exported: Exported, prefix = ''): MenuItem[] {
  const { investigation, values, isChosen } = exported
  const name = fileName(investigation.name)
  const all = investigation.values.length
  const left = all - values.length
  const say = (count: number) =>
    showToast(
      count < all
        ? {
            kind: 'info',
            message: text('investigation.exportedSome', {
              count,
              left: all - count,
            }),
          }
        : { kind: 'success', message: text('investigation.exportedAll', { count }) },
    )
  const save = (kind: 'csv' | 'json' | 'md', write: (told: Exported) => string) =>
    void attempt(async () => {
      const told = { ...exported, values: await withHeadlines(values) }
      downloadText(name, kind, write(told))
      say(values.length)
    })
  const { id } = investigation
  const saveAs = (form: 'stix' | 'misp') =>
    void attempt(async () => {
      const content = await contentAs(form, id, isChosen ? values.map(({ key }) => key) : undefined)
      downloadText(`${name}-${form}`, 'json', `${JSON.stringify(content, null, 2)}\n`)
      const wanted = isChosen ? values.length : all
      const lost = form === 'stix' ? withoutStix(content, wanted) : 0
      if (lost === 0) return say(wanted)
      showToast({
        kind: 'info',
        message: text('investigation.exportedStix', { count: wanted - lost, left: lost }),
      })
    })
  /** A filter does not narrow these down. */
  const ofAll = (form: string) =>
    isChosen || left === 0
      ? form
      : text('investigation.formOfAll', { form, count: formatNumber(all) })
  const item = (label: string, onSelect: () => void): MenuItem => ({
    label: `${prefix}${label}`,
    icon: 'download',
    onSelect,
  })
  return [
    item('CSV', () => save('csv', toCsv)),
    item('JSON', () => save('json', toJson)),
    item(text('investigation.markdown'), () => save('md', toMarkdown)),
    item(ofAll('STIX 2.1'), () => saveAs('stix')),
    item(ofAll('MISP'), () => saveAs('misp')),
  ]
}

/** The page shows reasons; a file also has the answer about each value in one sentence. */
async function withHeadlines(values: readonly InvestigationValue[]): Promise<InvestigationValue[]> {
  const told: InvestigationValue[] = []
  for (const part of partsOf(values)) {
    const named = part.map(({ dataType, data, hash }) => ({
      dataType,
      ...(hash === undefined ? { data: data ?? '' } : { hash }),
    }))
    const verdicts = await api.valueVerdicts({ values: named })
    told.push(
      ...part.map((value, at) => {
        const headline = verdicts[at]?.headline
        return headline === undefined ? value : { ...value, headline }
      }),
    )
  }
  return told
}

function contentAs(form: 'stix' | 'misp', id: string, keys: string[] | undefined) {
  if (keys === undefined)
    return form === 'stix' ? api.investigationAsStix({ id }) : api.investigationAsMisp({ id })
  return form === 'stix'
    ? api.investigationValuesAsStix({ id }, { keys })
    : api.investigationValuesAsMisp({ id }, { keys })
}

const fileName = (name: string) =>
  `investigation-${
    name
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'values'
  }`
