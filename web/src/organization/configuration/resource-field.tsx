import type { ConfigurationItem, Resource } from '@assay/contract'
import { type ReactNode, useId } from 'react'
import { text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useAction } from '../../use-action.ts'
import { UploadButton } from '../resources/upload-button.tsx'
import { useResources, useUpload } from '../resources/use-resources.ts'
import { resourceOptions } from './resource-options.ts'
import type { Draft } from './values.ts'

interface ResourceFieldProps {
  label: string
  name: string
  hint: string | undefined
  error: string | undefined
  aside: ReactNode
  item: ConfigurationItem
  draft: Draft
  onType: (draft: Draft) => void
}

/** A setting that is a file, or a list of them: chosen from what there is, or uploaded here. */
export function ResourceField(props: ResourceFieldProps) {
  const { label, hint, aside, item, draft, onType } = props
  const id = useId()
  const resources = useResources()
  const send = useUpload()
  const { busy, problem, run } = useAction()
  const chosen = [draft].flat()
  const rows = chosen.length === 0 ? [''] : chosen
  const error = props.error ?? problem?.message
  const save = (next: readonly string[]) => onType(item.multi ? next : (next[0] ?? ''))
  const replace = (at: number, value: string) =>
    save(rows.map((row, index) => (index === at ? value : row)))
  const add = ({ reference }: Resource) =>
    save(item.multi ? [...new Set([...chosen.filter(Boolean), reference])] : [reference])
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset className="field list-field">
      <legend className="visually-hidden">{label}</legend>
      <div className="field-head">
        <span className="list-name" aria-hidden="true">
          {label} {item.required && '*'}
        </span>
        {aside}
      </div>
      {rows.map((reference, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: values may repeat, only their place is theirs
        <div className="list-row" key={index}>
          <select
            className="input"
            name={props.name}
            aria-label={text('configuration.element', { name: label, number: index + 1 })}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy || undefined}
            value={reference}
            onChange={(event) => replace(index, event.currentTarget.value)}
          >
            {resourceOptions(resources.data ?? [], reference).map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          {rows.length > 1 && (
            <Button
              kind="quiet"
              size="small"
              icon="close"
              iconOnly
              onClick={() => save(rows.filter((_, at) => at !== index))}
            >
              {text('configuration.removeElement', { name: label, number: index + 1 })}
            </Button>
          )}
        </div>
      ))}
      {item.multi && (
        <Button kind="quiet" size="small" icon="plus" onClick={() => save([...rows, ''])}>
          {text('configuration.addElement')} <span className="visually-hidden">{label}</span>
        </Button>
      )}
      <UploadButton
        kind="quiet"
        busy={busy}
        onFile={(file) => void run(async () => add(await send(file)))}
      >
        <span className="visually-hidden">{label}</span>
      </UploadButton>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="alert" />
          {error}
        </p>
      )}
      {hint && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </fieldset>
  )
}
