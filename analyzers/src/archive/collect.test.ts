import { expect, it } from 'vitest'
import { collect } from './collect.ts'
import { memberOf } from './member.ts'

const job = {
  fileArtifact: async (name: string) => ({ dataType: 'file', name }) as never,
}
const limits = { members: 1_000, bytes: 1_000_000, ms: 60_000 }

async function* membersOf(...paths: string[]) {
  for (const path of paths) yield memberOf(path, Buffer.from(path))
}

it('gives up at its deadline, says so and keeps what it has', async () => {
  let asked = 0
  async function* endless() {
    for (;;) {
      asked += 1
      if (asked > 100) throw new Error('nobody gave up')
      yield memberOf(`member ${asked}`, Buffer.from('x'))
    }
  }

  const { findings, incomplete, listed } = await collect(
    endless(),
    { size: 1_000, isOffice: false },
    { ...limits, ms: -1 },
    job,
  )

  expect([...findings.keys()]).toEqual(['time'])
  expect(incomplete).toEqual([expect.stringMatching(/^unpacking stopped after .* seconds$/)])
  expect([asked, listed.length]).toEqual([1, 0])
})

it('takes thirty images of a document and lists the others', async () => {
  const pictures = Array.from({ length: 40 }, (_, n) => `word/media/image${n}.png`)

  const { artifacts, listed } = await collect(
    membersOf(...pictures),
    { size: 1_000, isOffice: true },
    limits,
    job,
  )

  expect(artifacts).toHaveLength(30)
  expect(listed).toHaveLength(40)
  expect(listed.filter(({ leftOut }) => leftOut === 'part of a document')).toHaveLength(10)
})

it('takes all images of an archive that is not a document', async () => {
  const pictures = Array.from({ length: 40 }, (_, n) => `word/media/image${n}.png`)
  const file = { size: 1_000, isOffice: false }
  const { artifacts } = await collect(membersOf(...pictures), file, limits, job)
  expect(artifacts).toHaveLength(40)
})

it('unpacks as many members and bytes as it may, and lists the others', async () => {
  const file = { size: 1_000, isOffice: false }
  const names = ['one', 'two', 'six']

  const few = await collect(membersOf(...names), file, { ...limits, members: 2 }, job)
  const small = await collect(membersOf(...names), file, { ...limits, bytes: 6 }, job)

  for (const { artifacts, listed } of [few, small]) {
    expect(artifacts).toHaveLength(2)
    expect(listed).toHaveLength(3)
  }
  expect([...few.findings.keys(), ...small.findings.keys()]).toEqual(['members', 'bytes'])
})

it('looks at 20,000 members at most', async () => {
  let asked = 0
  async function* endless() {
    for (;;) {
      asked += 1
      if (asked > 20_100) throw new Error('nobody gave up')
      yield memberOf('x', Buffer.from('x'))
    }
  }

  const { listed, incomplete } = await collect(
    endless(),
    { size: 1_000, isOffice: false },
    { ...limits, members: 1 },
    job,
  )

  expect(listed).toHaveLength(20_000)
  expect(incomplete).toContain('more than 20000 files')
})
