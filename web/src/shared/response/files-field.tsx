import { fileSize } from '../../base/model/times.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Labelled } from '../../base/ui/field.tsx'

interface FilesFieldProps {
  files: readonly File[]
  onChange: (files: readonly File[]) => void
}

/** Several, chosen one after the other or together; each can be left out again. */
export function FilesField({ files, onChange }: FilesFieldProps) {
  return (
    <>
      <Labelled label={text('response.files')} hint={text('response.filesHint')}>
        {(ids) => (
          <input
            {...ids}
            type="file"
            multiple
            onChange={({ currentTarget }) => {
              onChange([...files, ...(currentTarget.files ?? [])])
              currentTarget.value = ''
            }}
          />
        )}
      </Labelled>
      {files.length > 0 && (
        <ul className="plain-list file-list">
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
            <li key={index}>
              <span className="value">{file.name}</span>
              <span className="muted">{fileSize(file.size)}</span>
              <Button
                kind="quiet"
                size="small"
                icon="close"
                iconOnly
                onClick={() => onChange(files.filter((other) => other !== file))}
              >
                {text('response.dropFile', { name: file.name })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
