import { describe, expect, it } from 'vitest'
import { fromArguments, fromText } from './observables.ts'

const shown = (found: Awaited<ReturnType<typeof fromArguments>>) =>
  found.map(({ dataType, data, filename }) => `${dataType} ${data ?? filename}`)

describe('what the command line names', () => {
  it('is a file when there is one, and a value of its type otherwise', async () => {
    const found = await fromArguments(
      [import.meta.filename, 'hxxp://evil[.]se/', '8.8.8.8', '8.8.8.8'],
      undefined,
    )
    expect(shown(found)).toEqual(['file observables.test.ts', 'url http://evil.se/', 'ip 8.8.8.8'])
  })

  it('is not a file that is missing, unless its name is meant', async () => {
    const name = 'no-such-file.pdf'
    await expect(fromArguments([name], undefined)).rejects.toThrow(/^File .+ not found/)
    expect(shown(await fromArguments([name], 'filename'))).toEqual([`filename ${name}`])
  })

  it('has the type that the caller says', async () => {
    expect(shown(await fromArguments(['8.8.8.8'], 'other'))).toEqual(['other 8.8.8.8'])
  })

  it('is not a folder', async () => {
    await expect(fromArguments([import.meta.dirname], undefined)).rejects.toThrow('is a folder')
  })
})

describe('standard input', () => {
  it.each([
    ['8.8.8.8\nevil[.]se\n# note\n', ['ip 8.8.8.8', 'domain evil.se']],
    ['8.8.8.8, 1.1.1.1 8.8.8.8', ['ip 8.8.8.8', 'ip 1.1.1.1']],
    ['It came from 8.8.8.8 (see hxxp://evil[.]se/a).', ['ip 8.8.8.8', 'url http://evil.se/a']],
    ['"8.8.8.8";"evil[.]se"\n["1.1.1.1"]', ['ip 8.8.8.8', 'domain evil.se', 'ip 1.1.1.1']],
    ['nothing here', []],
  ])('%j gives %j', (text, expected) => {
    expect(shown(fromText(text, undefined))).toEqual(expected)
  })
})
