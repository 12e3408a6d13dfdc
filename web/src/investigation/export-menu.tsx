import { api } from '../api.ts'
import { attempt } from '../attempt.ts'
import { downloadText } from '../export/download.ts'
import { text } from '../texts/index.ts'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { showToast } from '../ui/toasts.tsx'
import { type Exported, toCsv, toJson, toMarkdown, withoutStix } from './export.ts'

/** What is shown or chosen leaves as a file; STIX and MISP take all of it. */
export function ExportMenu({ exported }: { exported: Exported }) {
  return (
    <span className="inv-export">
      <Menu
        label={text('investigation.export')}
        name={text('investigation.export')}
        button={{ icon: 'download', 'aria-keyshortcuts': 'e' }}
        items={exportItems(exported)}
      />
    </span>
  )
}

/** On a phone they stand among the other things that are done rarely. */
export function exportItems(exported: Exported, prefix = ''): MenuItem[] {
  const { investigation, values } = exported
  const name = fileName(investigation.name)
  const left = investigation.values.length - values.length
  const say = () =>
    showToast({
      kind: left > 0 ? 'info' : 'success',
      message:
        left > 0
          ? text('investigation.exportedSome', { count: values.length, left })
          : text('investigation.exportedAll', { count: values.length }),
    })
  const save = (kind: 'csv' | 'json' | 'md', content: string) => {
    downloadText(name, kind, content)
    say()
  }
  const { id } = investigation
  const saveWhole = (form: 'stix' | 'misp') =>
    void attempt(async () => {
      const content = await (form === 'stix'
        ? api.investigationAsStix({ id })
        : api.investigationAsMisp({ id }))
      downloadText(`${name}-${form}`, 'json', `${JSON.stringify(content, null, 2)}\n`)
      const all = investigation.values.length
      const lost = form === 'stix' ? withoutStix(content, all) : 0
      showToast({
        kind: lost > 0 ? 'info' : 'success',
        message:
          lost > 0
            ? text('investigation.exportedStix', { count: all - lost, left: lost })
            : text('investigation.exportedAll', { count: all }),
      })
    })
  const item = (label: string, onSelect: () => void): MenuItem => ({
    label: `${prefix}${label}`,
    icon: 'download',
    onSelect,
  })
  return [
    item('CSV', () => save('csv', toCsv(exported))),
    item('JSON', () => save('json', toJson(exported))),
    item(text('investigation.markdown'), () => save('md', toMarkdown(exported))),
    item('STIX 2.1', () => saveWhole('stix')),
    item('MISP', () => saveWhole('misp')),
  ]
}

const fileName = (name: string) =>
  `investigation-${
    name
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'values'
  }`
