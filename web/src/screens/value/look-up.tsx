import { detect, refang } from '@assay/contract'
import { useState } from 'react'
import { navigate } from '../../base/routing/location.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Field } from '../../base/ui/field.tsx'
import { valuePath } from '../../base/ui/observable.tsx'
import { Page, Panel } from '../../base/ui/page.tsx'

/** An address without an observable asks for one. */
export function LookUp() {
  const [typed, setTyped] = useState('')
  const data = refang(typed.trim())
  return (
    <Page title={text('value.lookUp.title')}>
      <Panel className="value-look-up">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (data) navigate(valuePath({ dataType: detect(data)?.dataType ?? 'other', data }))
          }}
        >
          <Field
            label={text('value.lookUp.observable')}
            name="observable"
            value={typed}
            onChange={setTyped}
            hint={text('value.lookUp.observableHint')}
          />
          <Button
            kind="primary"
            type="submit"
            unavailable={!data && text('value.lookUp.nothingTyped')}
          >
            {text('value.lookUp.open')}
          </Button>
        </form>
      </Panel>
    </Page>
  )
}
