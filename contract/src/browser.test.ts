import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'
import * as browser from './browser.ts'
import * as everything from './index.ts'

describe('the contract in a browser', () => {
  it('brings no schema library along', async () => {
    const bundle = await rolldown({
      input: new URL('./browser.ts', import.meta.url).pathname,
      external: /^[^./]/,
    })

    const { output } = await bundle.generate()

    expect(output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.imports : []))).toEqual([])
  })

  it('has only names of the whole contract, with the same values', () => {
    const { contract, ...rest } = browser

    expect(everything).toMatchObject(rest)
    expect(everything.contract).toMatchObject(contract)
    expect(Object.keys(contract).toSorted()).toEqual(Object.keys(everything.contract).toSorted())
  })
})
