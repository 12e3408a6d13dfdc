import type { ComponentProps } from 'react'
import { Fact } from '../../base/ui/fact.tsx'
import { Field, TextArea } from '../../base/ui/field.tsx'
import { Panel } from '../../base/ui/page.tsx'
import { Editable } from './editable.tsx'
import { TagList } from './tag-list.tsx'
import { TagsField } from './tags-field.tsx'
import { WrittenText } from './written-text.tsx'

interface EditableFactProps<T> {
  label: string
  value: T
  canEdit: boolean
  onSave: (value: T) => Promise<unknown>
  fresh?: (() => Promise<T>) | undefined
}

/** One line that is edited in place. */
export const EditableLine = (props: EditableFactProps<string> & { isRequired?: boolean }) => {
  const { isRequired = false, ...rest } = props
  return (
    <Editable
      {...rest}
      field={(field) => (
        <Field {...field} label={props.label} name="line" isRequired={isRequired} />
      )}
    >
      {props.value}
    </Editable>
  )
}

/** Text of people, in as many lines as they like. */
export const EditableText = ({
  rows = 10,
  ...props
}: EditableFactProps<string> & { rows?: number }) => (
  <Editable
    {...props}
    field={(field) => <TextArea {...field} label={props.label} name="text" rows={rows} />}
  >
    <WrittenText value={props.value} />
  </Editable>
)

interface EditableTagsProps extends EditableFactProps<string[]> {
  onPick?: (tag: string) => void
}

export const EditableTags = ({ onPick, ...props }: EditableTagsProps) => (
  <Editable
    {...props}
    field={({ value, ...field }) => <TagsField {...field} label={props.label} tags={value} />}
  >
    <TagList tags={props.value} {...(onPick && { onPick })} />
  </Editable>
)

/** The same as a line of a list of facts. */
export const LineFact = (props: ComponentProps<typeof EditableLine>) => (
  <Fact label={props.label}>
    <EditableLine {...props} />
  </Fact>
)

export const TagsFact = (props: EditableTagsProps) => (
  <Fact label={props.label}>
    <EditableTags {...props} />
  </Fact>
)

/** A text with its own panel. */
export const TextPanel = (props: ComponentProps<typeof EditableText>) => (
  <Panel title={props.label}>
    <EditableText {...props} />
  </Panel>
)
