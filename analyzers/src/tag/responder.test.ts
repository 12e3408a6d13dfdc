import { expect, it } from 'vitest'
import { runAnalyzer } from '../kit/try.ts'
import { responder } from './responder.ts'

const tag = (dataType: string, config: Record<string, unknown>) =>
  runAnalyzer(responder, { dataType, data: { id: 'x' }, config })

it.each([
  ['thehive:case', 'AddTagToCase'],
  ['thehive:case_task', 'AddTagToCase'],
  ['thehive:case_task_log', 'AddTagToCase'],
  ['thehive:case_artifact', 'AddTagToArtifact'],
  ['thehive:alert', 'AddTagToAlert'],
])('tags a %s with %s', async (dataType, type) => {
  expect(await tag(dataType, { tags: ['seen', ' seen ', 'blocked'] })).toMatchObject({
    success: true,
    full: { message: 'Tagged with seen, blocked' },
    operations: [
      { type, tag: 'seen' },
      { type, tag: 'blocked' },
    ],
  })
})

it('tags the case of an observable as well when asked to', async () => {
  expect(await tag('thehive:case_artifact', { tags: ['x'], tag_case: true })).toMatchObject({
    operations: [{ type: 'AddTagToArtifact' }, { type: 'AddTagToCase' }],
  })
})

it.each([
  ['no tags', 'thehive:case', { tags: [' '] }, 'Setting tags is empty'],
  ['a tag without end', 'thehive:case', { tags: ['x'.repeat(129)] }, 'longer than 128 characters'],
  [
    'too many',
    'thehive:case',
    { tags: Array.from({ length: 51 }, (_, n) => `t${n}`) },
    'the limit is 50',
  ],
  ['something else', 'ip', { tags: ['x'] }, 'does not support type'],
])('refuses %s', async (_, dataType, config, message) => {
  expect(await tag(dataType, config)).toMatchObject({
    success: false,
    errorMessage: expect.stringContaining(message),
  })
})
