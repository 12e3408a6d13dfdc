interface CheckBoxesProps<T extends string> {
  name: string
  offered: readonly T[]
  chosen: readonly T[]
  isWrong?: boolean
  onChange: (chosen: T[]) => void
}

/** Some of a few names, in the order in which they are offered. */
export const CheckBoxes = <T extends string>(props: CheckBoxesProps<T>) => {
  const { name, offered, chosen, isWrong, onChange } = props
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
          <span className="value">{value}</span>
        </label>
      ))}
    </div>
  )
}
