/** The key that does the same, for the eye; the name of the button stays as it is. */
export const KeyHint = ({ name }: { name: string }) => (
  <span className="key-hint" aria-hidden="true">
    {name}
  </span>
)
