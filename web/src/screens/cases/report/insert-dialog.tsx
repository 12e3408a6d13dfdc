import type { ReportFacts } from '@assay/contract'
import { type ReportWriting, shownValue } from '@assay/contract/report'
import { useState } from 'react'
import { defangText } from '../../../base/model/defang.ts'
import { text } from '../../../base/texts/index.ts'
import { Dialog } from '../../../base/ui/dialog.tsx'
import { Labelled } from '../../../base/ui/field.tsx'

interface InsertDialogProps {
  facts: ReportFacts
  writing: ReportWriting
  onPick: (words: string) => void
  onClose: () => void
}

const maxShown = 30

/** An observable, a task, a finding or a technique of the case, as words. */
export function InsertDialog({ facts, writing, onPick, onClose }: InsertDialogProps) {
  const [wanted, setWanted] = useState('')
  const found = choices(facts, writing)
    .filter(({ words }) => words.toLowerCase().includes(wanted.trim().toLowerCase()))
    .slice(0, maxShown)
  return (
    <Dialog title={text('reports.insertTitle')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const [first] = found
          if (first) onPick(first.written)
        }}
      >
        <Labelled label={text('reports.insertSearch')}>
          {(ids) => (
            <input
              {...ids}
              className="input"
              value={wanted}
              onChange={({ target }) => setWanted(target.value)}
              autoComplete="off"
            />
          )}
        </Labelled>
        <ul className="report-insert">
          {found.map(({ kind, words, written }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two choices may have the same words
            <li key={index}>
              <button type="button" className="menu-item" onClick={() => onPick(written)}>
                {words} <span className="muted">{kind}</span>
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="muted">{text('reports.insertNone')}</p>}
      </form>
    </Dialog>
  )
}

interface Choice {
  readonly kind: string
  readonly words: string
  readonly written: string
}

function choices(
  { observables, tasks, techniques }: ReportFacts,
  writing: ReportWriting,
): Choice[] {
  const observable = text('reports.value')
  return [
    ...observables.map(({ dataType, shown, isFile }) => {
      const words = shownValue(dataType, shown, isFile)
      return { kind: observable, words, written: `\`${words.replaceAll('`', '')}\`` }
    }),
    ...observables.flatMap(({ reason }) => {
      if (!reason) return []
      const words = writing.say(reason)
      return [{ kind: text('reports.finding'), words, written: words }]
    }),
    ...tasks.map(({ title }) => {
      const words = defangText(title)
      return { kind: text('reports.task'), words, written: words }
    }),
    ...techniques.map(({ patternId, name }) => {
      const words = `${patternId} ${name}`
      return { kind: text('reports.technique'), words, written: words }
    }),
  ]
}
