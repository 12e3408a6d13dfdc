import { type FormEvent, useId, useState } from 'react'
import { useAnalyzers } from '../data/workers.ts'
import { Link } from '../routing/link.tsx'
import { navigate } from '../routing/location.ts'
import { path } from '../routing/match.ts'
import { useSession } from '../session/session.ts'
import { counted, text } from '../texts/index.ts'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { Notice } from '../ui/notice.tsx'
import { useTitle } from '../ui/page.tsx'
import { PlatformPassword } from '../ui/platform-password.tsx'
import { useAction } from '../use-action.ts'
import { analyzersFor, askFirst, firstValue } from './first-value.ts'
import { SetupFrame } from './frame.tsx'
import { samples } from './samples.ts'

/** Step two of the first run: something to ask about. */
export function FirstValuePage() {
  const { user } = useSession()
  const id = useId()
  const analyzers = useAnalyzers()
  const [typed, setTyped] = useState('')
  const [file, setFile] = useState<File>()
  const [chosen, setChosen] = useState<string>(samples[0]?.id ?? '')
  const { busy, problem, run } = useAction([])
  useTitle(text('setup.value.title'))
  const sample = samples.find((one) => one.id === chosen)
  const wanted = firstValue(typed, file, sample)
  const ready = analyzersFor(wanted, analyzers.data ?? [])
  const isOwn = wanted?.sample === undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !wanted || ready.length === 0) return
    void run(async () => navigate(await askFirst(wanted, ready)))
  }

  return (
    <SetupFrame step="value" title={text('setup.value.title')} lead={text('setup.value.lead')}>
      <form
        className="card"
        noValidate
        onSubmit={submit}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          setFile(event.dataTransfer.files[0])
        }}
      >
        <PlatformPassword />
        <h2>{text('setup.step.value')}</h2>
        <Notice kind="error">{problem?.message}</Notice>
        <Field
          label={text('setup.value.label')}
          name="value"
          value={file ? file.name : typed}
          placeholder={text('setup.value.placeholder')}
          onChange={(value) => {
            setFile(undefined)
            setTyped(value)
          }}
        />
        <label className="setup-file">
          <input
            type="file"
            className="visually-hidden"
            onChange={(event) => setFile(event.currentTarget.files?.[0])}
          />
          <span className="button button-small">
            <Icon name="upload" /> {text('setup.value.file')}
          </span>
        </label>
        <fieldset className="setup-samples">
          <legend>{text('setup.value.samples')}</legend>
          {samples.map((one) => (
            <label key={one.id}>
              <input
                type="radio"
                name={`${id}-sample`}
                value={one.id}
                checked={!isOwn && one.id === chosen}
                onChange={() => {
                  setTyped('')
                  setFile(undefined)
                  setChosen(one.id)
                }}
              />
              <span className="value">{one.shown}</span>
              <span className="muted">{text(`setup.sample.${one.id}`)}</span>
            </label>
          ))}
        </fieldset>
        {analyzers.data && ready.length === 0 && (
          <Notice kind="info">
            {text('setup.value.noAnalyzer')}{' '}
            <Link to={path`/org/${user.organization}/analyzers`}>
              {text('setup.next.analyzers')}
            </Link>
          </Notice>
        )}
        <div className="setup-actions">
          <button
            type="submit"
            className="button button-primary"
            aria-disabled={busy || ready.length === 0}
          >
            <Icon name="play" />
            {busy ? text('setup.value.busy') : counted('setup.value.analyze', ready.length)}
          </button>
          <Link to="/" className="button button-quiet">
            {text('setup.value.skip')}
          </Link>
        </div>
      </form>
    </SetupFrame>
  )
}
