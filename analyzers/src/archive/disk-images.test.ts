import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  diskOf,
  fatVolume,
  fixedVhd,
  growingVhd,
  makeVhdx,
  ntfsVolume,
} from '../formats/disk/disk-samples.ts'
import { runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'

const script = Buffer.from('start powershell -w hidden')
const large = randomBytes(30_000)
const files = { 'a letter with a long name.pdf.js': script, 'data.bin': large }

const volumes = {
  FAT: fatVolume(files, 'stuff'),
  NTFS: ntfsVolume(files),
}

const open = (file: Buffer) =>
  runAnalyzer(analyzer, { dataType: 'file', file, filename: 'disk.vhd' })

it.each(
  (['FAT', 'NTFS'] as const).flatMap((system) => [
    [`${system}, of fixed size`, fixedVhd(diskOf(volumes[system]))] as const,
    [`${system}, growing`, growingVhd(diskOf(volumes[system]))] as const,
    [`${system}, without a table of parts`, fixedVhd(volumes[system])] as const,
    [`${system}, as VHDX`, makeVhdx(diskOf(volumes[system]))] as const,
    [`${system}, without a form around it`, diskOf(volumes[system])] as const,
  ]),
)('a disk image is opened: %s', async (_, image) => {
  const report = await open(image)
  expect(report).toMatchObject({ success: true })
  if (!report.success) return
  expect(report.files['stuff/a letter with a long name.pdf.js']).toEqual(script)
  expect(report.files['stuff/data.bin']).toEqual(large)
  expect(report.artifacts?.map(({ message }) => message)).toContain('file stuff/data.bin')
  const { findings, incomplete } = report.full as {
    findings: { id: string }[]
    incomplete?: string[]
  }
  expect(incomplete).toBeUndefined()
  expect(findings.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['archive.disk-image-opened', 'archive.name-double']),
  )
})

it('an image of any content is read, or reported as damaged', async () => {
  const images = Object.values(volumes).flatMap((volume) => [
    fixedVhd(diskOf(volume)),
    makeVhdx(diskOf(volume)),
  ])
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...images),
      fc.array(fc.tuple(fc.nat(90_000), fc.nat(255)), { minLength: 1, maxLength: 30 }),
      async (image, changes) => {
        const damaged = Buffer.from(image)
        for (const [at, byte] of changes) damaged[at % (damaged.length - 512)] = byte
        expect(await open(damaged)).toMatchObject({ success: true })
      },
    ),
    { numRuns: 20 },
  )
})
