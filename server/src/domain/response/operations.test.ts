import { describe, expect, it } from 'vitest'
import { failed, maxOperations, readOperation, readOperations, succeeded } from './operations.ts'

const problemOf = (reported: unknown) => {
  const read = readOperation(reported)
  return 'problem' in read ? read.problem : undefined
}

const artifact = { type: 'AddArtifactToCase', dataType: 'file', message: 'm' }

describe('an operation of a report', () => {
  it.each([
    { type: 'AddTagToCase', tag: 'x' },
    { type: 'AddTagToArtifact', tag: 'x' },
    { type: 'AddTagToAlert', tag: 'x' },
    { type: 'CreateTask', title: 't', description: 'd' },
    { type: 'AddCustomFields', name: 'n', tpe: 'string', value: 'v' },
    { type: 'AddCustomFields', name: 'n', tpe: 'integer', value: 0 },
    { type: 'CloseTask' },
    { type: 'MarkAlertAsRead' },
    { type: 'AddLogToTask', content: 'c', owner: 'o' },
    { type: 'AddCommentToCase', content: 'c' },
    { type: 'AddArtifactToCase', data: 'd', dataType: 'ip', message: 'm' },
    {
      type: 'AddArtifactToCase',
      ...{ data: 'd', dataType: 'ip', message: 'm', tlp: 3, ioc: true, sighted: false },
      ...{ ignoreSimilarity: true, tags: ['a'] },
    },
    {
      type: 'AddArtifactToCase',
      ...{ file: 'a', attachment: { id: 'a'.repeat(64), name: 'a' }, dataType: 'file' },
      message: 'm',
    },
    { type: 'AssignCase', owner: 'ada' },
  ])('is $type with its parameters', (operation) => {
    const read = readOperation({ ...operation, more: 'than known' })

    expect(read).toEqual({ operation, shown: operation })
    expect(succeeded(read)).toEqual({ ...operation, status: 'Success', message: 'Success' })
  })

  it.each([
    [{ type: 'Explode' }, 'ActionOperation Explode unknown'],
    [{ type: 'constructor' }, 'ActionOperation constructor unknown'],
    [{ type: '__proto__' }, 'ActionOperation __proto__ unknown'],
    [{ tag: 'x' }, 'ActionOperation without type unknown'],
    [{ type: { a: 1 } }, 'ActionOperation without type unknown'],
    [{ type: 'AddTagToCase' }, 'AddTagToCase requires the parameter tag'],
    [{ type: 'AddTagToCase', tag: null }, 'AddTagToCase requires the parameter tag'],
    [{ type: 'AddTagToCase', tag: '' }, 'AddTagToCase has an invalid parameter tag'],
    [{ type: 'AddTagToCase', tag: ['x'] }, 'AddTagToCase has an invalid parameter tag'],
    [{ type: 'AddTagToCase', tag: 'a\0b' }, 'AddTagToCase has an invalid parameter tag'],
    [{ type: 'AddTagToCase', tag: '\ud800' }, 'AddTagToCase has an invalid parameter tag'],
    [{ type: 'AddTagToCase', tag: 'x'.repeat(257) }, 'AddTagToCase has an invalid parameter tag'],
    [{ type: 'AddTagToCase', tag: 'x'.repeat(70_000) }, /exceeds 65536/],
    [{ type: 'CreateTask', title: 't' }, 'CreateTask requires the parameter description'],
    [{ type: 'AddArtifactToCase', data: 'd', dataType: 'ip' }, /requires the parameter message/],
    [
      { type: 'AddArtifactToCase', data: 'd', dataType: 'ip', message: 'm', tlp: 9 },
      'AddArtifactToCase has an invalid parameter tlp',
    ],
    [
      { type: 'AddArtifactToCase', data: 'd', dataType: 'ip', message: 'm', tags: [1] },
      'AddArtifactToCase has an invalid parameter tags',
    ],
    [{ ...artifact }, 'AddArtifactToCase requires the parameter data or file'],
    [{ ...artifact, data: 'd', file: 'f' }, 'AddArtifactToCase can have data or file, not both'],
    [{ ...artifact, file: 'f' }, 'The engine did not store the file f'],
    [{ ...artifact, file: 'f', problem: 'Too large' }, /^Too large$/],
    [{ ...artifact, file: 'f', problem: 'x'.repeat(600) }, 'The engine did not store the file f'],
    [{ ...artifact, attachment: { id: '../secret' } }, 'has an invalid parameter attachment'],
    [null, 'An operation must be an object'],
    ['AddTagToCase', 'An operation must be an object'],
    [[], 'An operation must be an object'],
  ])('that is %j has a problem', (reported, problem) => {
    expect(problemOf(reported)).toMatch(problem)
  })

  it('shows in its failure what it asked for, unless that is huge', () => {
    const small = readOperation({ type: 'CreateTask', title: 't' })
    const huge = readOperation({ type: 'AddTagToCase', tag: 'x'.repeat(1_000_000) })

    expect(failed(small, 'no')).toEqual({
      type: 'CreateTask',
      title: 't',
      status: 'Failure',
      message: 'no',
    })
    expect(JSON.stringify(failed(huge, 'no')).length).toBeLessThan(200)
  })

  it('is one of a hundred at most; the rest are one entry', () => {
    const read = readOperations(Array.from({ length: 100_000 }, () => ({ type: 'CloseTask' })))

    expect(read).toHaveLength(maxOperations + 1)
    expect(read.at(-1)).toMatchObject({ problem: expect.stringMatching(/^99900 more operations/) })
  })
})
