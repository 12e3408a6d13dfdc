import { describe, expect, it } from 'vitest'
import { readAction } from './action-report.ts'

describe('what came of an action', () => {
  it('is the message of the responder and what it made the platform do', () => {
    const read = readAction({
      report: '{"message":"Blocked 203.0.113.9","errorMessage":null,"full":{}}',
      operations: '[{"type":"AddTagToArtifact","tag":"blocked","status":"Success","message":"ok"}]',
    })
    expect(read).toMatchObject({ message: 'Blocked 203.0.113.9', errorMessage: '' })
    expect(read.operations).toEqual([
      { type: 'AddTagToArtifact', status: 'Success', message: 'ok', details: 'tag: blocked' },
    ])
  })

  it('is read whatever a program wrote', () => {
    for (const json of ['', 'null', '[]', '"text"', '{', '{"message":{"a":1}}', '[null, 1]']) {
      expect(() => readAction({ report: json, operations: json })).not.toThrow()
    }
    expect(readAction({ report: 'not JSON', operations: '' }).report).toBe('not JSON')
  })
})
