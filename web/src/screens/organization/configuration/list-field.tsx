import { ElementsField, type ElementsFieldProps } from './elements-field.tsx'

interface ListFieldProps extends Omit<ElementsFieldProps, 'control' | 'children'> {
  placeholder: string
  isSecret: boolean
}

/** A setting with any number of values, one field each. */
export function ListField({ placeholder, isSecret, ...props }: ListFieldProps) {
  return (
    <ElementsField
      {...props}
      control={(given, index, replace) => {
        const common = { ...given, placeholder: index === 0 ? placeholder : '' }
        return props.item.type === 'text' ? (
          <textarea {...common} rows={3} onChange={(event) => replace(event.currentTarget.value)} />
        ) : (
          <input
            {...common}
            type={isSecret ? 'password' : 'text'}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => replace(event.currentTarget.value)}
          />
        )
      }}
    />
  )
}
