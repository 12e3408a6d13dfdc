#!/usr/bin/env node
import { job, succeed } from '../../job.mjs'

const target = job.dataType.replace(/^.*:/, '')
const tag = {
  type: target === 'case_artifact' ? 'AddTagToArtifact' : 'AddTagToCase',
  tag: 'blocked',
}
succeed({
  full: { message: `Blocked ${job.data?.data ?? job.data?.title ?? target}` },
  operations: target === 'alert' ? [] : [tag],
})
