import type { Resource } from '@assay/contract'
import { useAction } from '../../../base/use-action.ts'
import { UploadButton } from '../resources/upload-button.tsx'
import { upload, useResources } from '../resources/use-resources.ts'
import { ElementsField, type ItemFieldProps } from './elements-field.tsx'
import { resourceOptions } from './resource-options.ts'
import type { Draft } from './values.ts'

interface ResourceFieldProps extends ItemFieldProps {
  draft: Draft
  onType: (draft: Draft) => void
}

/** A setting that is a file, or a list of them: chosen from what there is, or uploaded here. */
export function ResourceField(props: ResourceFieldProps) {
  const { label, name, hint, aside, item, draft, onType } = props
  const resources = useResources()
  const { busy, problem, run } = useAction()
  const chosen = [draft].flat()
  const save = (next: readonly string[]) => onType(item.multi ? next : (next[0] ?? ''))
  const add = ({ reference }: Resource) =>
    save(item.multi ? [...new Set([...chosen.filter(Boolean), reference])] : [reference])
  return (
    <ElementsField
      {...{ label, name, hint, aside, item }}
      error={props.error ?? problem?.message}
      values={chosen}
      onChange={save}
      control={(given, _, replace) => (
        <select {...given} onChange={(event) => replace(event.currentTarget.value)}>
          {resourceOptions(resources.data ?? [], given.value).map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    >
      <UploadButton
        kind="quiet"
        busy={busy}
        onFile={(file) => void run(async () => add(await upload(file)))}
      >
        <span className="visually-hidden">{label}</span>
      </UploadButton>
    </ElementsField>
  )
}
