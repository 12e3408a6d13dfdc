import type { CaseV1, Investigation, InvestigationValue } from '@assay/contract'
import { useState } from 'react'
import { api } from '../api.ts'
import { changed, readAgain } from '../data/cache.ts'
import { keyOf } from '../data/keys.ts'
import { defangText } from '../model/defang.ts'
import { CasePicker } from '../response/case-picker.tsx'
import { navigate } from '../routing/location.ts'
import { path } from '../routing/match.ts'
import { counted, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { showToast } from '../ui/toasts.tsx'
import { useAction } from '../use-action.ts'
import { callsFor } from './case-values.ts'

interface AddToCaseProps {
  investigation: Pick<Investigation, 'id' | 'name' | 'tlp' | 'pap' | 'caseIds'>
  values: readonly InvestigationValue[]
  onDone: () => void
  onClose: () => void
}

/** Into a new case, which takes name and marking, or into one that exists. */
export function AddToCase({ investigation, values, onDone, onClose }: AddToCaseProps) {
  const [isNew, setNew] = useState(investigation.caseIds.length === 0)
  const [title, setTitle] = useState(investigation.name)
  const action = useAction(['title'])
  const into = (one: CaseV1) => addValues(investigation, values, one).then(onDone)
  const about = <p>{counted('investigation.adds', values.length)}</p>
  if (!isNew)
    return (
      <CasePicker
        title={text('investigation.addToCase')}
        confirm={text('investigation.addTo')}
        onClose={onClose}
        onPick={into}
      >
        {about}
        <Button size="small" icon="plus" onClick={() => setNew(true)}>
          {text('investigation.newCase')}
        </Button>
      </CasePicker>
    )
  return (
    <FormDialog
      title={text('investigation.addToNewCase')}
      submit={text('investigation.create')}
      icon="case"
      action={action}
      wrong={() => (title.trim() === '' ? { title: text('investigation.titleMissing') } : {})}
      onSubmit={async () => {
        const { tlp, pap, id, name } = investigation
        const made = await api.createCaseV1({
          title: title.trim(),
          description: text('investigation.cameFrom', {
            name: defangText(name).replace(/[[\]()\\]/g, ''),
            address: path`/investigations/${id}`,
          }),
          tlp,
          pap,
        })
        await into(made)
      }}
      onClose={onClose}
    >
      {about}
      <Field
        label={text('investigation.caseTitle')}
        name="title"
        isRequired
        value={title}
        onChange={setTitle}
        error={action.problem?.fields.title}
      />
      <Button size="small" icon="search" onClick={() => setNew(false)}>
        {text('investigation.existingCase')}
      </Button>
    </FormDialog>
  )
}

/** What the case has already is told, and harms no other. */
async function addValues(
  { id, caseIds }: AddToCaseProps['investigation'],
  values: readonly InvestigationValue[],
  { _id: caseId, number }: CaseV1,
): Promise<void> {
  let added = 0
  let known = 0
  for (const input of callsFor(values)) {
    const answer = await api.createCaseObservableV1({ id: caseId }, input)
    added += Array.isArray(answer) ? answer.length : answer.success.length
    known += Array.isArray(answer) ? 0 : answer.failure.length
  }
  await api.updateInvestigation({ id }, { caseIds: [...new Set([...caseIds, caseId])] })
  await changed('case', 'case_artifact')
  await readAgain(keyOf('investigation', id), keyOf('verdicts'))
  showToast({
    kind: 'success',
    message: [
      counted('investigation.added', added, { number: String(number) }),
      ...(known > 0 ? [counted('investigation.addedBefore', known)] : []),
    ].join(' '),
    action: {
      label: text('investigation.openCase', { number: String(number) }),
      onPress: () => navigate(path`/cases/${caseId}`),
    },
  })
}
