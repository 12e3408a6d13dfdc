import { expect, it } from 'vitest'
import { builtins } from '../index.ts'
import { reportOf } from '../kit/try.ts'
import { samples, twins } from './index.ts'

const all = samples()
const looking = builtins.filter(
  ({ type, description }) =>
    type === 'analyzer' && description.dataTypes.includes('file') && !description.needsNetwork,
)

/** What all analyzers of files say together. */
async function findingsAbout(filename: string, file: Buffer) {
  const found: { id?: string; verdict: unknown }[] = []
  for (const builtin of looking) {
    const { full } = await reportOf(await builtin.load(), { dataType: 'file', file, filename })
    for (const one of (full.findings ?? []) as { id?: string }[])
      found.push({ ...one, verdict: full.verdict })
  }
  return found
}

it.each(all.map((sample) => [sample.filename, sample] as const))(
  'the sample %s is flagged with the finding that it shows',
  async (filename, { content, finding }) => {
    const found = await findingsAbout(filename, content)
    const ids = found.map(({ id }) => id)
    expect(ids).toContain(finding)
    const verdicts = found.filter(({ id }) => id === finding).map(({ verdict }) => verdict)
    expect(['suspicious', 'malicious']).toContain(verdicts[0])
  },
)

it.each(twins().map((twin) => [twin.filename, twin.shows, twin] as const))(
  'the ordinary file %s (%s) is not flagged',
  async (filename, _, { content }) => {
    const found = await findingsAbout(filename, content)
    const flagged = found.filter(
      ({ verdict }) => verdict === 'suspicious' || verdict === 'malicious',
    )
    expect(flagged).toEqual([])
  },
)
