import type { ListedValue, ObservableV1 } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { attempt } from '../../base/attempt.ts'
import { changed } from '../../base/data/cache.ts'
import { runQuery } from '../../base/data/query.ts'
import { anyOf, filterSteps, isOneOf, listStep, pageStep } from '../../base/data/steps.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useAction } from '../../base/use-action.ts'
import { downloadText } from '../../shared/export/download.ts'
import { BulkBar } from '../../shared/list/bulk-bar.tsx'
import { TagsField } from '../../shared/response/tags-field.tsx'
import { MarkDialog } from '../../shared/verdicts/mark.tsx'
import { openNewAnalysis } from '../analysis/draft.ts'
import { AddToCase } from '../investigation/add-to-case.tsx'
import { Respond } from '../investigation/respond.tsx'
import { toCsv } from './export.ts'

interface ChosenBarProps {
  chosen: readonly ListedValue[]
  onClear: () => void
}

type Asked = 'case' | 'mark' | 'respond' | 'tag'
/** Of one decision. */
const maxMarked = 200

/** What can be done with the chosen observables. */
export function ChosenBar({ chosen, onClear }: ChosenBarProps) {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const done = () => {
    close()
    onClear()
  }
  const texts = chosen.flatMap(({ dataType, data }) =>
    data === undefined ? [] : [{ dataType, data }],
  )
  const isHeld = chosen.some(({ caseCount, alerts }) => caseCount + alerts > 0)
  const caseIds = [...new Set(chosen.flatMap(({ cases }) => cases.map(({ id }) => id)))]
  const origin = { name: '', tlp: 2, pap: 2, caseIds }
  return (
    <BulkBar
      label={text('observables.chosenActions')}
      count={counted('observables.chosen', chosen.length)}
      clear={text('observables.clearChosen')}
      onClear={onClear}
    >
      <Button
        size="small"
        icon="refresh"
        unavailable={texts.length === 0 && text('observables.onlyFiles')}
        onClick={() => openNewAnalysis({ observables: texts })}
      >
        {text('observables.analyzeAgain')}
      </Button>
      <Button size="small" icon="case" onClick={() => setAsked('case')}>
        {text('observables.addToCase')}
      </Button>
      <Button
        size="small"
        icon="flag"
        unavailable={chosen.length > maxMarked && text('observables.tooManyToMark')}
        onClick={() => setAsked('mark')}
      >
        {text('observables.mark')}
      </Button>
      <Button size="small" icon="play" onClick={() => setAsked('respond')}>
        {text('observables.respond')}
      </Button>
      <Button size="small" icon="eye" onClick={() => void watchAll(chosen).then(onClear)}>
        {text('observables.watch')}
      </Button>
      <Button
        size="small"
        icon="plus"
        unavailable={!isHeld && text('observables.tagOnlyHeld')}
        onClick={() => setAsked('tag')}
      >
        {text('observables.addTags')}
      </Button>
      <Button
        size="small"
        icon="download"
        onClick={() => downloadText('observables', 'csv', toCsv(chosen))}
      >
        {text('observables.export')}
      </Button>
      {asked === 'case' && (
        <AddToCase investigation={origin} values={chosen} onDone={done} onClose={close} />
      )}
      {asked === 'mark' && <MarkDialog values={chosen} onMarked={done} onClose={close} />}
      {asked === 'respond' && (
        <Respond investigation={origin} values={chosen} onDone={done} onClose={close} />
      )}
      {asked === 'tag' && <TagDialog chosen={chosen} onDone={done} onClose={close} />}
    </BulkBar>
  )
}

const watchAll = (chosen: readonly ListedValue[]) =>
  attempt(async () => {
    for (const { dataType, data, hash, filename } of chosen)
      await api.watchValue({
        dataType,
        ...(hash === undefined ? { data: data ?? '' } : { hash }),
        ...(filename === undefined ? {} : { filename }),
      })
    await changed('watch')
    showToast({ kind: 'success', message: counted('observables.watched', chosen.length) })
  })

interface TagDialogProps extends Pick<ChosenBarProps, 'chosen'> {
  onDone: () => void
  onClose: () => void
}

const maxTagged = 1000

/** On the observables of cases and alerts: tags belong to those. */
function TagDialog({ chosen, onDone, onClose }: TagDialogProps) {
  const [tags, setTags] = useState<string[]>([])
  const action = useAction(['tags'])
  return (
    <FormDialog
      title={text('observables.addTags')}
      submit={text('observables.addTags')}
      unavailable={tags.length === 0 && text('observables.tagsMissing')}
      action={action}
      onSubmit={async () => {
        const ids = await heldIds(chosen)
        await api.updateObservablesV1({ ids, addTags: tags })
        await changed('case_artifact')
        showToast({ kind: 'success', message: counted('observables.tagged', ids.length) })
        onDone()
      }}
      onClose={onClose}
    >
      <p className="dialog-lead">{text('observables.tagsAbout')}</p>
      <TagsField
        label={text('observables.tags')}
        tags={tags}
        onChange={setTags}
        error={action.problem?.fields.tags}
      />
    </FormDialog>
  )
}

async function heldIds(chosen: readonly ListedValue[]): Promise<string[]> {
  const texts = chosen.flatMap(({ data }) => data ?? [])
  const files = chosen.flatMap(({ hash }) => hash ?? [])
  const types = new Set(chosen.map(({ dataType }) => dataType))
  const { rows } = await runQuery<ObservableV1>([
    listStep('Observable'),
    ...filterSteps(
      anyOf([
        ...(texts.length > 0 ? [isOneOf('data', texts)] : []),
        ...(files.length > 0 ? [isOneOf('attachment.id', files)] : []),
      ]),
    ),
    pageStep(0, maxTagged),
  ])
  return rows.filter(({ dataType }) => types.has(dataType)).map(({ _id }) => _id)
}
