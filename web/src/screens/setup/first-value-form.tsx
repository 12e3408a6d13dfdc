import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useAnalyzers } from '../../base/data/workers.ts'
import { Link } from '../../base/routing/link.tsx'
import { navigate } from '../../base/routing/location.ts'
import { workersPath } from '../../base/routing/settings-path.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Field } from '../../base/ui/field.tsx'
import { Icon } from '../../base/ui/icons.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { useAction } from '../../base/use-action.ts'
import { analyzersFor, askFirst, firstValue } from './first-value.ts'
import { samples } from './samples.ts'
import './setup.css'

interface FirstValueFormProps {
  className: string
  /** Above the field. */
  head: ReactNode
  /** Next to the button. */
  more?: ReactNode
}

/** A value to analyze: your own, or one of three samples. It leads to the answer. */
export function FirstValueForm({ className, head, more }: FirstValueFormProps) {
  const id = useId()
  const analyzers = useAnalyzers()
  const [typed, setTyped] = useState('')
  const [file, setFile] = useState<File>()
  const [chosen, setChosen] = useState<string>(samples[0]?.id ?? '')
  const { busy, problem, run } = useAction([])
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
    <form
      className={className}
      noValidate
      onSubmit={submit}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        setFile(event.dataTransfer.files[0])
      }}
    >
      {head}
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
          <Link to={workersPath('analyzer')}>{text('setup.next.analyzers')}</Link>
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
        {more}
      </div>
    </form>
  )
}
