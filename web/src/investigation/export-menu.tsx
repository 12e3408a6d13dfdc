import { api } from '../api.ts'
import { attempt } from '../attempt.ts'
import { downloadText } from '../export/download.ts'
import { text } from '../texts/index.ts'
import { Menu } from '../ui/menu.tsx'
import { showToast } from '../ui/toasts.tsx'
import { type Exported, toCsv, toJson, toMarkdown } from './export.ts'

/** What is shown or chosen leaves as a file; STIX and MISP take all of it. */
export function ExportMenu({ exported }: { exported: Exported }) {
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
      showToast({
        kind: 'success',
        message: text('investigation.exportedAll', { count: investigation.values.length }),
      })
    })
  return (
    <span className="inv-export">
      <Menu
        label={text('investigation.export')}
        name={text('investigation.export')}
        button={{ icon: 'download', 'aria-keyshortcuts': 'e' }}
        items={[
          { label: 'CSV', icon: 'download', onSelect: () => save('csv', toCsv(exported)) },
          { label: 'JSON', icon: 'download', onSelect: () => save('json', toJson(exported)) },
          {
            label: text('investigation.markdown'),
            icon: 'download',
            onSelect: () => save('md', toMarkdown(exported)),
          },
          { label: 'STIX 2.1', icon: 'download', onSelect: () => saveWhole('stix') },
          { label: 'MISP', icon: 'download', onSelect: () => saveWhole('misp') },
        ]}
      />
    </span>
  )
}

const fileName = (name: string) =>
  `investigation-${
    name
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'values'
  }`
