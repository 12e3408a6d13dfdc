import { type FormEvent, useState } from 'react'
import { useAnalyzerSets } from '../../base/data/workers.ts'
import { sameType } from '../../base/model/observable.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { Field } from '../../base/ui/field.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { deletePreset, type OwnPreset, readPresets, savePreset } from './presets.ts'
import type { Choice } from './use-choice.ts'

/** Choices of analyzers by name: built in, and own ones of this browser. */
export function PresetBar({ choice }: { choice: Choice }) {
  const { preset, isByHand, offers, choosePreset } = choice
  const [own, setOwn] = useState<readonly OwnPreset[]>(() => readPresets(localStorage))
  const all = useAnalyzerSets().data ?? []
  const types = offers.flatMap((offer) => offer.types)
  const sets = all.filter(
    ({ dataTypes }) =>
      dataTypes.length === 0 || dataTypes.some((one) => types.some((type) => sameType(type, one))),
  )
  const [isNaming, setNaming] = useState(false)
  const chosen = offers.flatMap(({ analyzer, isChosen }) => (isChosen ? [analyzer.name] : []))
  const isOther = isByHand || preset.kind === 'none' || preset.kind === 'given'
  const value = isOther
    ? 'by-hand'
    : preset.kind === 'own' || preset.kind === 'set'
      ? `${preset.kind}:${preset.name}`
      : preset.kind

  const choose = (wanted: string) => {
    const found = own.find(({ name }) => wanted === `own:${name}`)
    const set = sets.find(({ name }) => wanted === `set:${name}`)
    if (found) choosePreset(found)
    else if (set) choosePreset({ kind: 'set', name: set.name, analyzers: set.analyzers })
    else if (wanted === 'all' || wanted === 'local') choosePreset({ kind: wanted })
  }
  const save = (name: string) => {
    const saved: OwnPreset = { kind: 'own', name, analyzers: chosen }
    setOwn(savePreset(localStorage, saved))
    choosePreset(saved)
    setNaming(false)
  }
  const forget = (gone: OwnPreset) => {
    setOwn(deletePreset(localStorage, gone.name))
    choosePreset({ kind: 'all' })
    showToast({
      kind: 'success',
      message: text('analysis.presetDeleted', { name: gone.name }),
      action: {
        label: text('app.undo'),
        onPress: () => {
          setOwn(savePreset(localStorage, gone))
          choosePreset(gone)
        },
      },
    })
  }

  return (
    <div className="preset-bar">
      <label className="preset-label">
        <span>{text('analysis.preset')}</span>
        <select
          className="input"
          value={value}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="all">{text('analysis.preset.all')}</option>
          <option value="local">{text('analysis.preset.local')}</option>
          {own.map(({ name }) => (
            <option key={name} value={`own:${name}`}>
              {name}
            </option>
          ))}
          {sets.length > 0 && (
            <optgroup label={text('analysis.preset.sets')}>
              {sets.map(({ id, name }) => (
                <option key={id} value={`set:${name}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
          {isOther && <option value="by-hand">{text('analysis.preset.byHand')}</option>}
        </select>
      </label>
      <Button
        size="small"
        unavailable={chosen.length === 0 && text('analysis.presetEmpty')}
        onClick={() => setNaming(true)}
      >
        {text('analysis.presetSave')}
      </Button>
      {preset.kind === 'own' && !isByHand && (
        <Button size="small" kind="quiet" icon="trash" onClick={() => forget(preset)}>
          {text('analysis.presetDelete')}
        </Button>
      )}
      {isNaming && (
        <NameDialog
          count={chosen.length}
          taken={own.map(({ name }) => name)}
          onSave={save}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  )
}

interface NameDialogProps {
  count: number
  taken: readonly string[]
  onSave: (name: string) => void
  onClose: () => void
}

function NameDialog({ count, taken, onSave, onClose }: NameDialogProps) {
  const [name, setName] = useState('')
  const wanted = name.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted !== '') onSave(wanted)
  }
  return (
    <Dialog title={text('analysis.presetTitle')} onClose={onClose}>
      <form onSubmit={submit}>
        <p className="muted">{text('analysis.presetAbout', { count })}</p>
        <Field
          label={text('analysis.presetName')}
          name="preset"
          value={name}
          onChange={setName}
          hint={taken.includes(wanted) ? text('analysis.presetReplaces') : undefined}
          input={{ maxLength: 60 }}
        />
        <div className="buttons">
          <Button
            type="submit"
            kind="primary"
            unavailable={wanted === '' && text('analysis.presetNameMissing')}
          >
            {text('app.save')}
          </Button>
          <Button onClick={onClose}>{text('app.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
