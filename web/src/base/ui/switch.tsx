interface SwitchProps {
  /** What is switched on and off, for screen readers. */
  label: string
  name?: string
  isOn: boolean
  busy?: boolean
  describedBy?: string | undefined
  onChange: (isOn: boolean) => void
}

/** On or off, at once. */
export function Switch({ label, name, isOn, busy = false, describedBy, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      name={name}
      aria-checked={isOn}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-describedby={describedBy}
      onClick={() => !busy && onChange(!isOn)}
    />
  )
}
