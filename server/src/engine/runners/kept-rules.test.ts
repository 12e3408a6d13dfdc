import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { loadConfig } from '../../settings/config.ts'
import { keptRulesFolder } from './kept-rules.ts'

const data = resolve('data of mine')

it.each([
  ['is in the data folder', undefined, join(data, 'cache')],
  ['is where the environment says', resolve('elsewhere'), resolve('elsewhere', 'assay')],
  ['is not in whatever folder the server was started in', 'elsewhere', join(data, 'cache')],
  ['is in the data folder, where the environment says nothing', '', join(data, 'cache')],
])('the folder of compiled rules %s', (_, said, folder) => {
  const environment = { ASSAY_DATA_DIR: 'data of mine', XDG_CACHE_HOME: said }

  expect(keptRulesFolder(loadConfig({ environment }))).toBe(folder)
})
