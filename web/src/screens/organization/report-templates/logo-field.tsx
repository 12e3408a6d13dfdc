import { useState } from 'react'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Labelled } from '../../../base/ui/field.tsx'

interface LogoFieldProps {
  logo: string | null
  onChange: (logo: string | null) => void
}

/** With its name in front and in base64 it has to fit into 64 KiB. */
const maxBytes = 48_000

export function LogoField({ logo, onChange }: LogoFieldProps) {
  const [error, setError] = useState<string>()
  const read = async (file: File | undefined) => {
    if (!file) return
    if (!['image/png', 'image/jpeg'].includes(file.type) || file.size > maxBytes) {
      setError(text('reportTemplates.logoWrong'))
      return
    }
    setError(undefined)
    const bytes = new Uint8Array(await file.arrayBuffer())
    const signs = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    onChange(`data:${file.type};base64,${btoa(signs)}`)
  }
  return (
    <Labelled
      label={text('reportTemplates.logo')}
      hint={text('reportTemplates.logoHint')}
      error={error}
    >
      {(ids) => (
        <>
          {logo && (
            <p>
              <img src={logo} alt={text('reportTemplates.logo')} height={48} />{' '}
              <Button size="small" onClick={() => onChange(null)}>
                {text('reportTemplates.logoRemove')}
              </Button>
            </p>
          )}
          <input
            {...ids}
            type="file"
            accept="image/png,image/jpeg"
            onChange={({ target }) => void read(target.files?.[0])}
          />
        </>
      )}
    </Labelled>
  )
}
