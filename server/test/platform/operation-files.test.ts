import { describe, expect, it } from 'vitest'
import { databases } from '../databases.ts'
import { callAs, makeConnectorApp, operating, rowsOf } from './connector.ts'

const adding = (file: string, more: object = {}) => ({
  type: 'AddArtifactToCase',
  ...{ dataType: 'file', message: 'Found by the responder', file },
  ...more,
})

const operations = [
  adding('report.txt', { filename: 'What it found.txt', contentType: 'text/plain', tlp: 3 }),
  adding('missing.txt'),
  adding('link.txt'),
  adding('large.bin'),
  { ...adding('x'), file: undefined, attachment: { id: 'a'.repeat(64) } },
  { type: 'AddCommentToCase', content: 'See the file' },
]

const script = `printf 'what it found' > "$1/output/report.txt"
ln -s /etc/hostname "$1/output/link.txt"
truncate -s 26214401 "$1/output/large.bin"
cat > "$1/output/output.json" <<'END'
${JSON.stringify({ success: true, full: { message: 'done' }, operations })}
END`

describe.each(databases)('$name: files of a responder', ({ open }) => {
  it('become observables of the case, and what is refused is said where the operation is', async () => {
    const app = await makeConnectorApp(open, [operating('Does', [], { script })])
    const { id: responderId } = await app.enable('orgadmin', 'Does')
    const { id: caseId } = await rowsOf(app).case()
    const call = callAs(app)

    const { body } = await call('POST', '/api/connector/cortex/action', {
      ...{ responderId, objectType: 'case', objectId: caseId },
    })
    const ended = await app.ended(body._id)

    const results: { status: string; message: string }[] = JSON.parse(ended.operations)
    const refused = (name: string) =>
      `The file ${name} is not in the output folder, or exceeds 25 MiB`
    expect(results.map(({ status, message }) => (status === 'Success' ? status : message))).toEqual(
      [
        'Success',
        refused('missing.txt'),
        refused('link.txt'),
        refused('large.bin'),
        `The file ${'a'.repeat(64)} is not in the file store of this server`,
        'Success',
      ],
    )
    const { db, blobs } = app.deps
    const added = await db
      .selectFrom('observables')
      .selectAll()
      .where('case_id', '=', caseId)
      .where('data_type', '=', 'file')
      .execute()
    expect(added).toMatchObject([
      {
        ...{ attachment_name: 'What it found.txt', attachment_type: 'text/plain' },
        ...{ attachment_size: 13, tlp: 3, message: 'Found by the responder' },
      },
    ])
    const stored = await blobs.open(added[0]?.attachment_id ?? '')
    let text = ''
    for await (const chunk of stored?.stream ?? []) text += String(chunk)
    expect(text).toBe('what it found')
    const comments = await db.selectFrom('comments').select('message').execute()
    expect(comments).toEqual([{ message: 'See the file' }])
  })
})
