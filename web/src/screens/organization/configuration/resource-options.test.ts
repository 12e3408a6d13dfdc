import { expect, it } from 'vitest'
import { loadTexts } from '../../../base/texts/index.ts'
import { resourceOptions } from './resource-options.ts'

await loadTexts(['administration'])

const upload = {
  name: 'a.yar',
  source: 'organization',
  reference: 'upload:a.yar',
  size: 1,
} as const
const folder = {
  name: 'rules',
  source: 'server',
  reference: 'server:rules',
  size: 0,
  isFolder: true,
} as const

it('offers nothing, uploads and folders of the server', () => {
  const options = resourceOptions([upload, folder], 'upload:a.yar')

  expect(options.map(({ value }) => value)).toEqual(['', 'upload:a.yar', 'server:rules'])
  expect(options[2]?.label).toContain('rules/')
})

it('keeps what is chosen and gone, such as a path of version 0.4.0', () => {
  const options = resourceOptions([upload], '/etc/rules')

  expect(options.at(-1)).toMatchObject({ value: '/etc/rules' })
  expect(options.at(-1)?.label).toContain('/etc/rules')
})
