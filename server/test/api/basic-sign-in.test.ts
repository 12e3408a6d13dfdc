import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { oneDatabase } from '../databases.ts'
import { makeApp, passwordOf } from '../setup.ts'
import { statusWith } from './browser.ts'

const basic = (text: string | Buffer) => ({
  authorization: `Basic ${Buffer.from(text).toString('base64')}`,
})

describe.each(oneDatabase)('$name: HTTP basic', ({ open }) => {
  const environment = { ASSAY_AUTH_METHOD_BASIC: 'true' }

  it('is off unless the settings turn it on', async () => {
    const off = await makeApp(open)
    const on = await makeApp(open, { environment })
    const headers = basic(`rita:${passwordOf('rita')}`)

    const statuses = [await statusWith(off, headers), await statusWith(on, headers)]

    expect(statuses).toEqual([401, 200])
  })

  it.each([
    ['NUL in the login', 'ri\0ta:x'],
    ['NUL in the password', 'rita:x\0'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x3a, 0x80])],
    ['a login of 9000 characters', `${randomBytes(4_500).toString('hex')}:x`],
    ['no colon', 'rita'],
    ['nothing', ''],
    ['an empty password', 'rita:'],
    ['an empty login', ':x'],
  ])('answers 401 to %s', async (_what, text) => {
    const app = await makeApp(open, { environment })

    expect(await statusWith(app, basic(text))).toBe(401)
  })
})
