import { useCallback, useMemo, useState } from 'react'
import { sha256Of } from './dropped-files.ts'
import type { ReadMode } from './reading.ts'
import { decisionsOn, type Edits, fileKey, type Given, noEdits, plainRows } from './rows.ts'
import { useReading } from './use-reading.ts'

/** The observables of the form: what was typed, handed over and dropped, and what was decided on it. */
export function useObservables() {
  const [text, setText] = useState('')
  const [mode, setMode] = useState<ReadMode>('auto')
  const [given, setGiven] = useState<readonly Given[]>([])
  const [files, setFiles] = useState<readonly File[]>([])
  const [hashes, setHashes] = useState<ReadonlyMap<string, string>>(new Map())
  const [edits, setEdits] = useState<Edits>(noEdits)
  const { reading, isReading } = useReading(text, mode)
  const decide = useMemo(
    () => decisionsOn(plainRows({ given, files, reading })),
    [given, files, reading],
  )
  const rows = useMemo(() => decide(edits), [decide, edits])

  const addText = useCallback((more: string) => {
    setText((present) => (present.trim() === '' ? more : `${present.replace(/\n*$/, '\n')}${more}`))
  }, [])

  const addGiven = useCallback((more: readonly Given[]) => {
    setGiven((present) => [...present, ...more])
  }, [])

  const addFiles = useCallback((more: readonly File[]) => {
    setFiles((present) => [...present, ...more])
    // A removed file that is chosen again is wanted again.
    setEdits((present) => ({ ...present, removed: without(present.removed, more.map(fileKey)) }))
    void hashEach(more, (key, hash) => setHashes((known) => new Map(known).set(key, hash)))
  }, [])

  const clear = useCallback(() => {
    setText('')
    setGiven([])
    setFiles([])
    setEdits(noEdits)
  }, [])

  const setEveryType = useCallback((everyType: string) => {
    setEdits((present) => ({ ...present, everyType }))
  }, [])
  const setType = useCallback((key: string, dataType: string) => {
    setEdits((present) => ({ ...present, types: new Map(present.types).set(key, dataType) }))
  }, [])
  const setTicks = useCallback((keys: readonly string[], isTicked: boolean) => {
    setEdits((present) => {
      const ticks = new Map(present.ticks)
      for (const key of keys) ticks.set(key, isTicked)
      return { ...present, ticks }
    })
  }, [])
  const remove = useCallback((key: string) => {
    setEdits((present) => ({ ...present, removed: new Set(present.removed).add(key) }))
  }, [])

  return {
    ...{ text, setText, addText, mode, setMode, reading, isReading },
    ...{ rows, hashes, addGiven, addFiles, clear, setType, setEveryType, setTicks, remove },
  }
}

export type Observables = ReturnType<typeof useObservables>

const without = (keys: ReadonlySet<string>, gone: readonly string[]) =>
  new Set([...keys].filter((key) => !gone.includes(key)))

/** One after the other: each is in memory as a whole while it is hashed. */
async function hashEach(files: readonly File[], onHash: (key: string, hash: string) => void) {
  for (const file of files) {
    const hash = await sha256Of(file)
    if (hash) onHash(fileKey(file), hash)
  }
}
