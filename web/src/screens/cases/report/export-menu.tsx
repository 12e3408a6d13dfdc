import type { ReportDraft, ReportFacts } from '@assay/contract'
import { tlpText } from '@assay/contract/report'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { text } from '../../../base/texts/index.ts'
import { ConfirmDialog } from '../../../base/ui/confirm-dialog.tsx'
import { Menu } from '../../../base/ui/menu.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useAction } from '../../../base/use-action.ts'
import { downloadBlob, downloadText } from '../../../shared/export/download.ts'

type Form = 'pdf' | 'word' | 'markdown'
const red = 3

interface ExportMenuProps {
  facts: ReportFacts
  draft: ReportDraft
  /** The text as it is now, after everything was saved. */
  contentNow: () => Promise<string>
  /** Shows it without the mark of a draft, and prints. */
  onPrint: (content: string) => void
}

/** What leaves is stored first: the copy says later what a customer got. */
export function ExportMenu({ facts, draft, contentNow, onPrint }: ExportMenuProps) {
  const [asked, setAsked] = useState<Form>()
  const { busy, problem, run } = useAction()
  const { case: row } = facts

  const act = async (form: Form) => {
    setAsked(undefined)
    const content = await contentNow()
    const { version } = await api.storeReport(
      { id: row.id },
      { template: draft.templateName.slice(0, 128), content },
    )
    const name = `case-${row.number}-report-v${version}`
    if (form === 'pdf') onPrint(content)
    if (form === 'markdown') downloadText(name, 'md', `${content}\n${tlpText(row.tlp)}\n`)
    if (form === 'word') {
      const { reportDocument } = await import('./word.ts')
      downloadBlob(
        `${name}.docx`,
        await reportDocument({
          content,
          tlp: tlpText(row.tlp),
          title: row.title,
          logo: draft.logo,
        }),
      )
    }
    showToast({
      kind: 'success',
      message: text('reports.stored', { version: String(version) }),
    })
    await readAgain(keyOf('caseReport', row.id), keyOf('story'))
  }
  const ask = (form: Form) => (row.tlp === red ? setAsked(form) : void run(() => act(form)))
  return (
    <>
      {problem && <span role="alert">{problem.message}</span>}
      <Menu
        name={text('reports.export')}
        label={text('reports.export')}
        button={{ kind: 'primary', icon: 'download', busy }}
        items={[
          { label: text('reports.print'), icon: 'print', onSelect: () => ask('pdf') },
          { label: text('reports.word'), icon: 'download', onSelect: () => ask('word') },
          {
            label: text('reports.markdown'),
            icon: 'download',
            onSelect: () => ask('markdown'),
          },
        ]}
      />
      {asked && (
        <ConfirmDialog
          title={text('reports.redTitle')}
          confirm={text('reports.export')}
          onConfirm={() => void run(() => act(asked))}
          onCancel={() => setAsked(undefined)}
        >
          <p>{text('reports.redText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
