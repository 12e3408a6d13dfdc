import { detect, refang } from '@assay/contract'
import { useState } from 'react'
import { navigate } from '../routing/location.ts'
import { text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { dossierPath } from '../ui/observable.tsx'
import { Page, Panel } from '../ui/page.tsx'

/** An address without an observable asks for one. */
export function LookUp() {
  const [typed, setTyped] = useState('')
  const data = refang(typed.trim())
  return (
    <Page title={text('dossier.title')}>
      <Panel className="dossier-look-up">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (data) navigate(dossierPath({ dataType: detect(data)?.dataType ?? 'other', data }))
          }}
        >
          <Field
            label={text('dossier.observable')}
            name="observable"
            value={typed}
            onChange={setTyped}
            hint={text('dossier.observableHint')}
          />
          <Button kind="primary" type="submit" unavailable={!data && text('dossier.nothingTyped')}>
            {text('dossier.open')}
          </Button>
        </form>
      </Panel>
    </Page>
  )
}
