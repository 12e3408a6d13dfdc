import { defineResponder, fail, type Operation, operations } from '../kit/index.ts'
import { tagDescription } from './description.ts'

const maxTags = 50
const longestTag = 128

export const responder = defineResponder({
  ...tagDescription,
  run({ dataType }, { config }) {
    const tags = [...new Set(config.tags.map((tag) => tag.trim()))].filter((tag) => tag !== '')
    if (tags.length === 0) fail('Setting tags is empty')
    if (tags.length > maxTags) fail(`${tags.length} tags configured; the limit is ${maxTags}`)
    const long = tags.find((tag) => tag.length > longestTag)
    if (long) fail(`Tag ${long.slice(0, 20)}… is longer than ${longestTag} characters`)
    return {
      message: `Tagged with ${tags.join(', ')}`,
      full: { tags },
      operations: tags.flatMap((tag) => operationsFor(dataType, tag, config.tag_case)),
    }
  },
})

/** A task has no tags of its own: its case has. */
function operationsFor(dataType: string, tag: string, isForCase: boolean): Operation[] {
  switch (dataType) {
    case 'thehive:case_artifact':
      return [
        operations.addTagToArtifact(tag),
        ...(isForCase ? [operations.addTagToCase(tag)] : []),
      ]
    case 'thehive:alert':
      return [operations.addTagToAlert(tag)]
    case 'thehive:case':
    case 'thehive:case_task':
    case 'thehive:case_task_log':
      return [operations.addTagToCase(tag)]
    default:
      return fail(`Assay_Tag does not support type ${dataType}`)
  }
}
