interface CheckBoxesProps<T extends string> {
  name: string
  offered: readonly T[]
  chosen: readonly T[]
  isWrong?: boolean
  /** What people call them; else they are shown as they are. */
  nameOf?: (value: T) => string
  onChange: (chosen: T[]) => void
}

/** Some of a few names, in the order in which they are offered. */
export const CheckBoxes = <T extends string>(props: CheckBoxesProps<T>) => {
  const { name, offered, chosen, isWrong, nameOf, onChange } = props
  return (
    <div className="radios-row">
      {offered.map((value) => (
        <label key={value}>
          <input
            type="checkbox"
            name={name}
            checked={chosen.includes(value)}
            aria-invalid={isWrong || undefined}
            onChange={() =>
              onChange(offered.filter((one) => chosen.includes(one) !== (one === value)))
            }
          />
          {nameOf ? (
            <span title={value}>{nameOf(value)}</span>
          ) : (
            <span className="value">{value}</span>
          )}
        </label>
      ))}
    </div>
  )
}
