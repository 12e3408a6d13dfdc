import type { Artifact } from '@assay/contract'
import { expect, it } from 'vitest'
import { compareArtifacts } from './artifacts.ts'

const artifact = (dataType: string, data: string) => ({ dataType, data }) as Artifact

it('distinguishes new, gone and kept artifacts, each once', () => {
  const { added, removed, same } = compareArtifacts(
    [artifact('ip', '1.1.1.1'), artifact('domain', 'a.example')],
    [artifact('ip', '1.1.1.1'), artifact('ip', 'a.example'), artifact('ip', 'a.example')],
  )
  expect(added).toEqual([artifact('ip', 'a.example')])
  expect(removed).toEqual([artifact('domain', 'a.example')])
  expect(same).toEqual([artifact('ip', '1.1.1.1')])
})
